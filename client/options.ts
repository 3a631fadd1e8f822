import { AppTestError, checkName, checkOptionNames, quoteValue } from '../protocol/index.js';

/** How long to wait, on whose behalf, and when to give up. */
export interface RequestOptions {
  /** Milliseconds that one request may take. @default 10000 */
  timeoutMs?: number;
  /** Names a lease: status opens or renews it, finish releases it. @default none */
  lease?: string;
  /** Names a session beside the process's own, with a namespace and a token of its own. @default none */
  session?: string;
  /** Aborts the call. */
  signal?: AbortSignal;
}

/** {@link RequestOptions}, and how long to wait for a server that is still starting. */
export interface RequireOptions extends RequestOptions {
  /** Milliseconds to wait while the server refuses connections. @default 0 */
  waitMs?: number;
  /** Called once, when the wait begins. */
  onWait?: () => void;
  /** The open named session whose data a new one begins with. @default none: it begins empty */
  copyOf?: string;
  /**
   * The namespace of the test database whose data a new named session begins with.
   * @default none: it begins with the server's seeds that have no name, if there are any
   */
  baseline?: string;
}

/** {@link RequireOptions} with everything decided. */
export type ResolvedRequestOptions = ReturnType<typeof resolveRequestOptions>;

const known = ['timeoutMs', 'lease', 'session', 'copyOf', 'baseline', 'signal', 'waitMs', 'onWait'];
const longestTimeout = 2 ** 31 - 1;

/** Applies defaults and refuses what makes no sense. */
export function resolveRequestOptions(owner: string, options: RequireOptions = {}) {
  const given: unknown = options;
  checkOptionNames(owner, given, known);
  const { lease, session, copyOf, baseline, signal, onWait } = options;
  return Object.freeze({
    timeoutMs: checkMilliseconds('timeoutMs', options.timeoutMs ?? 10_000, 1),
    waitMs: checkMilliseconds('waitMs', options.waitMs ?? 0, 0),
    lease: lease === undefined ? null : checkName('lease', lease, 'lease'),
    session: session === undefined ? null : checkName('session', session, 'session'),
    copyOf: copyOf === undefined ? null : checkName('session', copyOf, 'copyOf'),
    baseline: baseline === undefined ? null : checkName('namespace', baseline, 'baseline'),
    signal: signal ?? null,
    onWait: onWait ?? null,
  });
}

/** What status is asked with. */
export function toStatusQuery(options: ResolvedRequestOptions): Record<string, string> {
  const { copyOf, baseline } = options;
  return {
    ...toQuery(options),
    ...(copyOf === null ? {} : { from: copyOf }),
    ...(baseline === null ? {} : { baseline }),
  };
}

/** What finish is asked with, and status too. */
export function toQuery({
  lease,
  session,
}: Pick<ResolvedRequestOptions, 'lease' | 'session'>): Record<string, string> {
  return {
    ...(session === null ? {} : { session }),
    ...(lease === null ? {} : { lease }),
  };
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
