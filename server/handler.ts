import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as Node gives it, with what Express adds to it where the app uses Express. */
export interface HandlerRequest extends IncomingMessage {
  /** The address before a router stripped its mount path. Set by Express and Connect. */
  originalUrl?: string;
  /** The parsed body, where a body parser ran before us. */
  body?: unknown;
}

/**
 * A middleware for Express 4, Express 5, Connect and plain `node:http`. Our own type, so that nobody
 * needs Express's types.
 */
export type Handler = (
  request: HandlerRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;
