import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';

// https://cloud.google.com/datastore/docs/concepts/errors#error_codes
const passing: ReadonlySet<unknown> = new Set([
  status.ABORTED,
  status.UNAVAILABLE,
  status.RESOURCE_EXHAUSTED,
  status.DEADLINE_EXCEEDED,
  status.INTERNAL,
]);

/** How long to go on trying, and to wait in between, in milliseconds. */
export interface RetryTimes {
  /** @default 250 */
  firstDelayMs?: number;
  /** @default 30_000 */
  longestDelayMs?: number;
  /** @default 9 */
  attempts?: number;
}

/** Makes a call until it succeeds, fails for good, or has been tried often enough. The call must bear repetition. */
export async function withRetries<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  { firstDelayMs = 250, longestDelayMs = 30_000, attempts = 9 }: RetryTimes = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error;
    }
    const longest = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
    // Random, so that workers that were refused together don't come back together.
    await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal });
  }
}

function isPassing(error: unknown): boolean {
  const { code, details } = error as { code?: unknown; details?: unknown };
  // A message that is too large stays too large.
  return passing.has(code) && !/larger than max|too big/i.test(String(details));
}
