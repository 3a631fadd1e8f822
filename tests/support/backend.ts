/** A Datastore to run integration tests on. */
export interface Backend {
  /** `host:port`, as `DATASTORE_EMULATOR_HOST` wants it. */
  address: string;
  kind: 'embedded' | 'firestore';
  stop(): Promise<void>;
}

/**
 * The Datastore of this run: the emulator that `TEST_DATASTORE_HOST` names, shared by all tests, else an embedded
 * one of the caller's own. Tests use random database and namespace names, so that sharing is safe.
 */
export async function startBackend(): Promise<Backend> {
  const shared = process.env.TEST_DATASTORE_HOST;
  if (shared !== undefined && shared !== '') {
    return { address: shared, kind: 'firestore', stop: async () => {} };
  }
  const { startDatastore } = await import('../../datastore/index.js');
  const datastore = await startDatastore();
  return { address: datastore.address, kind: 'embedded', stop: () => datastore.stop() };
}
