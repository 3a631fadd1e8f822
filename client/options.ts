import { AppTestError, checkName, checkOptionNames, quoteValue } from '../protocol/index.js';

/** How long to wait, on whose behalf, and when to give up. */
export interface RequestOptions {
  /** Milliseconds that one request may take. @default 10000 */
  timeoutMs?: number;
  /** Names a lease: status opens or renews it, finish releases it. @default none */
  lease?: string;
  /** Aborts the call. */
  signal?: AbortSignal;
}

/** {@link RequestOptions}, and how long to wait for a server that is still starting. */
export interface RequireOptions extends RequestOptions {
  /** Milliseconds to wait while the server refuses connections. @default 0 */
  waitMs?: number;
  /** Called once, when the wait begins. */
  onWait?: () => void;
}

/** {@link RequireOptions} with everything decided. */
export type ResolvedRequestOptions = ReturnType<typeof resolveRequestOptions>;

const known = ['timeoutMs', 'lease', 'signal', 'waitMs', 'onWait'];
const longestTimeout = 2 ** 31 - 1;

/** Applies defaults and refuses what makes no sense. */
export function resolveRequestOptions(owner: string, options: RequireOptions = {}) {
  const given: unknown = options;
  checkOptionNames(owner, given, known);
  const { lease, signal, onWait } = options;
  return Object.freeze({
    timeoutMs: checkMilliseconds('timeoutMs', options.timeoutMs ?? 10_000, 1),
    waitMs: checkMilliseconds('waitMs', options.waitMs ?? 0, 0),
    lease: lease === undefined ? null : checkName('lease', lease, 'lease'),
    signal: signal ?? null,
    onWait: onWait ?? null,
  });
}

function checkMilliseconds(option: string, value: unknown, least: number): number {
  if (typeof value === 'number' && value >= least && value <= longestTimeout) return value;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `${option} is ${quoteValue(value)}.`,
    next: `Give a number of milliseconds from ${least} to ${longestTimeout}.`,
    details: { option, value },
  });
}
