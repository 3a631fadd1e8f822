import { AppTestError, parseErrorEnvelope, quoteValue } from '../protocol/index.js';
import type { Answer } from './bounded-fetch.js';

/** The answer's JSON object; `undefined` if it is none. */
export function parseObject({ text }: Answer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The server's refusal as an error with the server's own code. */
export function toRefusal(url: string, answer: Answer): AppTestError {
  const refusal = parseErrorEnvelope(parseObject(answer));
  if (refusal === undefined) return invalidAnswer(url, answer, 'is no answer of app-test');
  return new AppTestError({
    code: refusal.code,
    message: `The server at ${url} refused with ${answer.status}: ${refusal.message}`,
    ...(refusal.next === null ? {} : { next: refusal.next }),
    status: answer.status,
    details: { url, status: answer.status },
  });
}

/** An answer that can't be worked with. */
export function invalidAnswer(url: string, { status, text }: Answer, why: string): AppTestError {
  return new AppTestError({
    code: 'SERVER_RESPONSE_INVALID',
    message: `What the server at ${url} answered (${status}) ${why}: ${quoteValue(text.trim())}.`,
    next: "See the server's own output.",
    details: { url, status },
  });
}
