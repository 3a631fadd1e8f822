/**
 * What `POST /_test/config/status` answers (spec 2.5). Field names are the wire's.
 */
export interface StatusResponse {
  test_mode: true;
  is_dev_server: true;
  /** Target database. */
  database: string;
  /** Namespace of the session; null is the default namespace. */
  namespace: string | null;
  /** Google Cloud project. */
  project_id: string;
  /** Session token, 43 characters of URL-safe base64. */
  token: string;
  /** Lowercase hexadecimal SHA-256 of the token, 64 characters. */
  token_hash: string;
  /** Version of the server's app-test. */
  version: string;
  /** Name of the session; absent for the process session. */
  session?: string;
  /** Seconds until the token rotates at UTC midnight, by the server's clock. */
  expires_in: number;
  /** Seconds until the lease ends, unless it is renewed; present only when a lease was named. */
  lease_seconds?: number;
  /** The server's own entries, from its status hooks. */
  [extra: string]: unknown;
}

/** What `POST /_test/config/finish` answers (spec 2.6). Field names are the wire's. */
export interface FinishResponse {
  finished: true;
  /** Whether a token entity existed before this call. */
  had_token: boolean;
  /** Leases still open after this one was released; present only when a lease was named. */
  open_leases?: number;
  /** The server's own entries, from its finish hooks. */
  [extra: string]: unknown;
}

/** Keys of the status response that a hook may not return. */
export const statusKeys: readonly string[] = [
  'test_mode',
  'is_dev_server',
  'database',
  'namespace',
  'project_id',
  'token',
  'token_hash',
  'version',
  'expires_in',
  'lease_seconds',
  'session',
];

/** Keys of the finish response that a hook may not return. */
export const finishKeys: readonly string[] = ['finished', 'had_token', 'open_leases'];
