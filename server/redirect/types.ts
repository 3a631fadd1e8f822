/** Where every Datastore RPC of the process is to go. */
export interface RedirectTarget {
  /** Google Cloud project of the test database. */
  projectId: string;
  /** Name of the test database. */
  database: string;
  /** Namespace of the process session; null is the default namespace. */
  namespace: string | null;
  /** `host:port` of an emulator, spoken to in plaintext; null is Google's own endpoint with default credentials. */
  host: string | null;
}

/** What a Datastore RPC would address if it were made now. */
export interface RedirectAddress {
  projectId: string;
  database: string;
  /** Namespace of the current session; null is the default namespace. */
  namespace: string | null;
  /** `host:port` of the emulator; null is Google's own endpoint. */
  host: string | null;
}

/**
 * How far the redirect is: `watching` passes RPCs through unchanged, `waiting` and `open` hold them back (`open` lets the
 * self-check through), `admitted` sends them to the target, `failed` and `closed` refuse them.
 */
export type RedirectState = 'watching' | 'waiting' | 'open' | 'admitted' | 'failed' | 'closed';

/** What {@link Redirect.open} also takes. */
export interface OpenOptions {
  /**
   * The app's own `Datastore` instance, for an app bundled into one file: its classes are found through it.
   * @default the `@google-cloud/datastore` that the app would import
   */
  client?: object;
}

/** What {@link Redirect.callTarget} also takes. */
export interface CallTargetOptions {
  /**
   * How long the call may take, in milliseconds, retries included.
   * @default the client's own (60 seconds)
   */
  timeoutMs?: number;
}

/** Moves the Datastore clients of the process onto a test database. */
export interface Redirect {
  readonly state: RedirectState;
  /** Whether an RPC left this process unredirected while watching. */
  readonly rpcHasLeft: boolean;
  /** From `watching`, `failed` or `closed` to `waiting`: RPCs wait from now on. */
  wait(): void;
  /**
   * Points the redirect at its target. RPCs of the app still wait; only the self-check passes.
   *
   * @throws {AppTestError} `ACTIVATION_CONFLICT` if it is open for another target, `DATASTORE_MISSING` or
   * `DATASTORE_UNSUPPORTED` if there is no client that can be moved, `OPTION_INVALID` for a malformed host or client.
   */
  open(target: RedirectTarget, options?: OpenOptions): void;
  /**
   * Writes and reads a probe through an ordinary `Datastore` instance, and proves that it is in the target.
   *
   * @throws {AppTestError} `DATASTORE_UNREACHABLE`, `DATABASE_MISSING` or `ROUNDTRIP_FAILED`.
   */
  selfCheck(options: { timeoutMs: number }): Promise<{ mixesDatabases: boolean }>;
  /** After a passed self-check: RPCs that wait, and all later ones, go to the target. */
  admit(): void;
  /** Refuses waiting and later RPCs with an error, because activation failed. */
  fail(error: Error): void;
  /** Refuses RPCs with an error until the next activation. Nothing is unwrapped. */
  close(error: Error): void;
  /**
   * What an RPC of the current session would address now, found by asking the wrappers on the prototypes.
   *
   * @throws {AppTestError} `NOT_ACTIVATED` if the redirect is not open, `WRONG_DATABASE` if a wrapper is gone.
   */
  addressNow(): RedirectAddress;
  /**
   * Makes a raw RPC on the target's own client. Project and database are filled in; nothing else is rewritten, so the
   * caller gives every key and query its partition id.
   */
  // eslint-disable-next-line typescript/no-explicit-any -- a protobuf message, whose shape depends on the method
  callTarget(method: string, request: object, options?: CallTargetOptions): Promise<any>;
  /** Takes every wrapper off again. For tests of this package only. @internal */
  uninstall(): void;
}
