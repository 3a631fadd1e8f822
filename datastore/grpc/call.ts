import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { gunzipSync, inflateSync } from 'node:zlib';
import { DatastoreError, Status } from '../errors.js';

/** Beyond this a message is not even received. */
const MOST_MESSAGE_BYTES = 16 * 1024 * 1024;
/** In front of a message: whether it is compressed, one byte, and its length, four. */
const PREFIX_BYTES = 5;
/** Clients refuse headers of more than 8 KiB (gRPC's C core) or 64 (Node), and say nothing then of what was wrong. */
const MOST_HEADER_BYTES = 7200;
const MOST_BYTES_PER_CHARACTER = 9;
const CONTENT_TYPE = 'application/grpc+proto';

const decompressors: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  deflate: inflateSync,
};

/**
 * A gRPC call that has one request and one response, as it goes over an HTTP/2 stream.
 * https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md says how, and
 * https://github.com/grpc/grpc/blob/master/doc/statuscodes.md which status a broken call ends with.
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
    if (!this.begin()) return;
    const message = Buffer.allocUnsafe(PREFIX_BYTES + response.length);
    message[0] = 0;
    message.writeUInt32BE(response.length, 1);
    message.set(response, PREFIX_BYTES);
    const { stream } = this;
    stream.respond({ 'content-type': CONTENT_TYPE }, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(message);
  }

  refuse(error: unknown): void {
    if (!this.begin()) return;
    const { code, details } = toDatastoreError(error);
    this.chunks = [];
    this.stream.respond(
      {
        'content-type': CONTENT_TYPE,
        'grpc-status': code,
        'grpc-message': toHeader(details),
        ...(code === Status.UNIMPLEMENTED && { 'grpc-accept-encoding': 'identity,deflate,gzip' }),
      },
      { endStream: true },
    );
    // The client may still be sending.
    this.stream.resume();
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

  /** Whether the call still waits for its answer. */
  private begin(): boolean {
    if (this.isAnswered || this.stream.destroyed || this.stream.closed) return false;
    return (this.isAnswered = true);
  }
}

function decompress(message: Buffer, encoding: string): Buffer {
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
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('more');
    throw new DatastoreError(Status.INTERNAL, `The request is not ${encoding}.`);
  }
}

/** Percent-encodes a text; what is no Unicode is replaced first. One that is too long is cut. */
function toHeader(details: string): string {
  const whole = encodeText(details);
  if (whole.length <= MOST_HEADER_BYTES) return whole;
  return `${encodeText(details.slice(0, MOST_HEADER_BYTES / MOST_BYTES_PER_CHARACTER - 1))}...`;
}

function encodeText(text: string): string {
  return encodeURI(Buffer.from(text).toString());
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
