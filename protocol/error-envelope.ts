import { type AppTestError, errorCodes, type ErrorCode } from './errors.js';

/** The JSON body of every refusal. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; next: string | null };
}

/** Renders an error as the JSON body of a refusal. It never holds a stack. */
export function toErrorEnvelope(error: AppTestError): ErrorEnvelope {
  return { error: { code: error.code, message: error.reason, next: error.next ?? null } };
}

/** Reads a refusal back from a parsed JSON body; `undefined` if the body is not one of ours. */
export function parseErrorEnvelope(body: unknown): ErrorEnvelope['error'] | undefined {
  const error = (body as Partial<ErrorEnvelope> | null | undefined)?.error;
  if (typeof error !== 'object' || error === null) return undefined;
  if (!errorCodes.includes(error.code) || typeof error.message !== 'string') return undefined;
  return {
    code: error.code,
    message: error.message,
    next: typeof error.next === 'string' ? error.next : null,
  };
}
