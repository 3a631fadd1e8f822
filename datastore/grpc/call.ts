import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { gunzipSync, inflateSync } from 'node:zlib';
import { DatastoreError, Status } from '../errors.js';

/** Beyond this a message is not even received. */
const MOST_MESSAGE_BYTES = 16 * 1024 * 1024;
/** In front of a message: whether it is compressed, one byte, and its length, four. */
const PREFIX_BYTES = 5;
/** Clients refuse headers of more than 8 KiB (gRPC's C core) or 64 (Node), and say nothing then of what was wrong. */
const MOST_HEADER_BYTES = 7200;
const ELLIPSIS = '...';
const CONTENT_TYPE = 'application/grpc+proto';

const decompressors: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  deflate: inflateSync,
};

/**
 * A gRPC call that has one request and one response, as it goes over an HTTP/2 stream.
 * https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md says how, and
 * https://github.com/grpc/grpc/blob/master/doc/statuscodes.md which status a broken call ends with.
 * Deadlines are the client's to keep: it gives up a call that takes too long.
 */
export class GrpcCall {
  private readonly stream: ServerHttp2Stream;
  private readonly encoding: string;
  private chunks: Buffer[] = [];
  private received = 0;
  /** Of the request and its prefix; known once the prefix is there. */
  private expected: number | undefined;
  private isAnswered = false;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.stream = stream;
    this.encoding = String(headers['grpc-encoding'] ?? 'identity');
  }

  /** Hands over the request once it is there whole. A broken one is refused instead. */
  receive(done: (request: Buffer) => void): void {
    const { stream } = this;
    stream.on('data', (chunk: Buffer) => this.attempt(() => this.add(chunk)));
    stream.on('end', () => this.attempt(() => done(this.take())));
  }

  answer(response: Uint8Array): void {
    const message = Buffer.allocUnsafe(PREFIX_BYTES + response.length);
    message[0] = 0;
    message.writeUInt32BE(response.length, 1);
    message.set(response, PREFIX_BYTES);
    this.send((stream) => {
      stream.respond({ 'content-type': CONTENT_TYPE }, { waitForTrailers: true });
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(message);
    });
  }

  refuse(error: unknown): void {
    const { code, details } = toDatastoreError(error);
    const headers = {
      'content-type': CONTENT_TYPE,
      'grpc-status': code,
      'grpc-message': toHeader(details),
      ...(code === Status.UNIMPLEMENTED && { 'grpc-accept-encoding': 'identity,deflate,gzip' }),
    };
    this.chunks = [];
    this.send((stream) => {
      stream.respond(headers, { endStream: true });
      // The client may still be sending.
      stream.resume();
    });
  }

  private attempt(work: () => void): void {
    try {
      if (!this.isAnswered) work();
    } catch (error) {
      this.refuse(error);
    }
  }

  private add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    if (this.expected === undefined && this.received >= PREFIX_BYTES) {
      this.chunks = [this.joined()];
      const length = this.chunks[0]!.readUInt32BE(1);
      if (length > MOST_MESSAGE_BYTES) throw tooLarge(`${length}`);
      this.expected = PREFIX_BYTES + length;
    }
    if (this.expected !== undefined && this.received > this.expected) {
      throw new DatastoreError(Status.UNIMPLEMENTED, 'The call has more than one request.');
    }
  }

  private take(): Buffer {
    if (this.received === 0) {
      throw new DatastoreError(Status.UNIMPLEMENTED, 'The call has no request.');
    }
    if (this.received !== this.expected) {
      throw new DatastoreError(Status.INTERNAL, 'The request ends too early.');
    }
    const bytes = this.joined();
    this.chunks = [];
    const message = bytes.subarray(PREFIX_BYTES);
    return bytes[0] === 0 ? message : decompress(message, this.encoding);
  }

  private joined(): Buffer {
    return this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
  }

  /** Sends the one answer of the call, unless its client has gone. */
  private send(respond: (stream: ServerHttp2Stream) => void): void {
    const { stream } = this;
    if (this.isAnswered || isGone(stream)) return;
    this.isAnswered = true;
    try {
      respond(stream);
    } catch {
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    }
  }
}

/** Whether nothing can be said on a stream anymore: a client may give up before it is looked at. */
export function isGone(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.closed;
}

function decompress(message: Buffer, encoding: string): Buffer {
  if (encoding === 'identity') {
    throw new DatastoreError(
      Status.INTERNAL,
      'The request is marked as compressed, but grpc-encoding does not say how.',
    );
  }
  const decompressor = Object.hasOwn(decompressors, encoding) && decompressors[encoding];
  if (!decompressor) {
    throw new DatastoreError(
      Status.UNIMPLEMENTED,
      `The request is compressed with '${encoding}'; known are gzip and deflate.`,
    );
  }
  try {
    return decompressor(message, { maxOutputLength: MOST_MESSAGE_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge('more, decompressed,');
    throw new DatastoreError(Status.INTERNAL, `The request is not ${encoding}.`);
  }
}

/** Percent-encodes a text; what is no Unicode is replaced first. One that is too long is cut. */
function toHeader(details: string): string {
  const encoded = encodeURI(Buffer.from(details).toString());
  if (encoded.length <= MOST_HEADER_BYTES) return encoded;
  let end = MOST_HEADER_BYTES - ELLIPSIS.length;
  while (!isWhole(encoded.slice(0, end))) end--;
  return encoded.slice(0, end) + ELLIPSIS;
}

/** Whether a percent-encoded text does not end in the middle of a character. */
function isWhole(encoded: string): boolean {
  try {
    return decodeURI(encoded) !== '';
  } catch {
    return false;
  }
}

function tooLarge(size: string): DatastoreError {
  return new DatastoreError(
    Status.RESOURCE_EXHAUSTED,
    `Received message larger than max (${size} vs. ${MOST_MESSAGE_BYTES})`,
  );
}

function toDatastoreError(error: unknown): DatastoreError {
  if (error instanceof DatastoreError) return error;
  const details = error instanceof Error ? error.message : String(error);
  return new DatastoreError(Status.INTERNAL, `The embedded Datastore failed: ${details}`);
}
