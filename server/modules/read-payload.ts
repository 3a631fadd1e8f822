import { AppTestError } from '../../protocol/index.js';
import type { HandlerRequest } from '../handler.js';

/** The largest payload an action takes, in bytes. */
export const payloadLimit = 10 * 1024 * 1024;

/**
 * Reads a request's JSON payload; `undefined` where there is no body. A body that the app's own parser has
 * read already is taken from there.
 *
 * @throws {AppTestError} `PAYLOAD_TOO_LARGE` (413) or `PAYLOAD_INVALID` (400).
 */
export async function readPayload(request: HandlerRequest): Promise<unknown> {
  if (request.readableEnded || request.readableDidRead) return request.body;
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the request would destroy the socket before the refusal is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > payloadLimit) throw createTooLarge();
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (cause) {
    throw new AppTestError({
      code: 'PAYLOAD_INVALID',
      message: `The payload is not JSON: ${(cause as Error).message}.`,
      next: 'Send JSON, or no body at all.',
      cause,
      status: 400,
    });
  }
}

function createTooLarge(): AppTestError {
  return new AppTestError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `The payload is larger than ${payloadLimit} bytes.`,
    next: 'Send it in parts.',
    status: 413,
  });
}
