/**
 * Every code an {@link AppTestError} can carry. Codes are stable: match on them, never on messages.
 */
export const errorCodes = [
  // A request was refused by a server.
  'NOT_DEV_SERVER',
  'NOT_ACTIVATED',
  'WRONG_DATABASE',
  'PRODUCTION_GUARD',
  'NO_TOKEN_ISSUED',
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'TOKEN_DUPLICATE',
  'TOKEN_INVALID',
  'CORS_PREFLIGHT',
  'CROSS_SITE',
  'ORIGIN_NOT_ALLOWED',
  'HOST_NOT_ALLOWED',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'HOOK_FAILED',
  'HOOK_RESERVED_KEY',
  'SEED_FAILED',
  'BASELINE_EMPTY',
  'MODULE_NOT_FOUND',
  'ACTION_NOT_FOUND',
  'ACTION_FAILED',
  'PAYLOAD_INVALID',
  'PAYLOAD_TOO_LARGE',
  'INTERNAL',
  // A server refused to start, or to be set up like this.
  'ACTIVATION_CONFLICT',
  'ACTIVATION_FAILED',
  'LIVE_DATABASE',
  'CLUSTER_UNSUPPORTED',
  'RPC_BEFORE_ACTIVATION',
  'DATASTORE_MISSING',
  'DATASTORE_UNSUPPORTED',
  'DATASTORE_UNREACHABLE',
  'DATABASE_MISSING',
  'DATABASES_MIXED',
  'ROUNDTRIP_FAILED',
  'MODULES_DEPLOYED',
  'MODULE_DUPLICATE',
  // The redirect refused an RPC.
  'EGRESS_BLOCKED',
  'NAMESPACE_TOO_LONG',
  // An option or a name is wrong.
  'OPTION_UNKNOWN',
  'OPTION_INVALID',
  'NAME_INVALID',
  // The runner refused to start or to go on.
  'SERVER_UNREACHABLE',
  'SERVER_TIMEOUT',
  'SERVER_RESPONSE_INVALID',
  'NOT_A_TEST_SERVER',
  'EXPECTATION_FAILED',
  'GUARDED_NO_TERMINAL',
  'GUARDED_PIN_WRONG',
  'GUARDED_NOT_GRANTED',
  'GUARDED_WRITE_BLOCKED',
  'GUARDED_NO_TEST_MODE',
  'SPEC_BYPASSES_TEST',
  // The command line could not do what it was asked for.
  'PROJECT_UNCLEAR',
  'WRITE_FAILED',
  'INSTALL_FAILED',
  // The mirror refused to start or to go on.
  'MIRROR_SOURCE_READ_ONLY',
  'MIRROR_TARGET_REFUSED',
  'MIRROR_TARGET_NOT_EMPTY',
  'MIRROR_KIND_UNKNOWN',
  'MIRROR_KIND_EXCLUDED',
  'MIRROR_NO_TERMINAL',
  'MIRROR_PIN_WRONG',
  'MIRROR_STATE',
  'MIRROR_MASK',
  'MIRROR_FAILED',
  'MIRROR_DIFFERENT',
] as const;

/** A stable name of one kind of failure. */
export type ErrorCode = (typeof errorCodes)[number];

/** What {@link AppTestError} is made from. */
export interface AppTestErrorInit {
  /** The stable name of the failure. */
  code: ErrorCode;
  /** What happened and why, in whole sentences. */
  message: string;
  /** What to do about it, in whole sentences. */
  next?: string;
  /** The error behind this one. */
  cause?: unknown;
  /** The HTTP status with which a server answers. @default 403 */
  status?: number;
  /** Names and values for programs, such as `{ field: 'database', actual, expected }`. */
  details?: Record<string, unknown>;
}

/**
 * The one error class of app-test. `message` holds the whole text, what happened and what to do;
 * `reason` and `next` hold the two halves.
 *
 * @example
 * ```ts
 * try {
 *   await requireTestMode('http://localhost:8080', { database: 'app-tests' });
 * } catch (error) {
 *   if ((error as AppTestError).code === 'SERVER_UNREACHABLE') console.error('Start the server first.');
 * }
 * ```
 */
export class AppTestError extends Error {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly next: string | undefined;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ code, message, next, cause, status, details }: AppTestErrorInit) {
    const text = next === undefined ? message : `${message} ${next}`;
    super(`[app-test] ${text}`, cause === undefined ? undefined : { cause });
    this.name = 'AppTestError';
    this.code = code;
    this.reason = message;
    this.next = next;
    this.status = status ?? 403;
    this.details = Object.freeze({ ...details });
  }
}

/** Says whether a value is an {@link AppTestError}, from this copy of the package or another. */
export function isAppTestError(value: unknown): value is AppTestError {
  return (
    value instanceof Error &&
    value.name === 'AppTestError' &&
    errorCodes.includes((value as { code?: unknown }).code as ErrorCode)
  );
}
