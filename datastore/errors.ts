/** The gRPC status codes that Datastore answers with. */
export const Status = {
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

/** A numeric gRPC status code. */
export type StatusCode = (typeof Status)[keyof typeof Status];

/** A refusal that reaches the client as a gRPC status: `code` and `details` are what the client sees. */
export class DatastoreError extends Error {
  readonly code: StatusCode;
  readonly details: string;

  constructor(code: StatusCode, details: string) {
    super(details);
    this.name = 'DatastoreError';
    this.code = code;
    this.details = details;
  }
}

/** The refusal of a request that is wrong whatever is stored. */
export function invalidArgument(details: string): DatastoreError {
  return new DatastoreError(Status.INVALID_ARGUMENT, details);
}

/** An embedded Datastore that could not be started, or was asked for something it does not have. */
export class DatastoreStartError extends Error {
  readonly code:
    | 'OPTION_UNKNOWN'
    | 'OPTION_INVALID'
    | 'PORT_IN_USE'
    | 'LISTEN_FAILED'
    | 'PROTOS_MISSING'
    | 'DATA_LOCKED'
    | 'DATA_FOREIGN'
    | 'DATA_FORMAT'
    | 'DATA_UNUSABLE'
    | 'DATA_DAMAGED'
    | 'INDEX_FILE_INVALID'
    | 'INDEX_FILE_UNUSABLE';

  constructor(code: DatastoreStartError['code'], message: string, cause?: unknown) {
    super(`[app-test] ${message}`, cause === undefined ? undefined : { cause });
    this.name = 'DatastoreStartError';
    this.code = code;
  }
}
