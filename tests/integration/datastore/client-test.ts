import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Datastore } from '@google-cloud/datastore';
import { test as base } from '@playwright/test';
import { startDatastore, type EmbeddedDatastore } from '../../../datastore/index.js';

const require = createRequire(import.meta.url);

/** The official clients that the embedded Datastore must serve alike. */
export const CLIENTS = {
  v9: 'datastore-v9',
  v10: '@google-cloud/datastore',
  v11: 'datastore-v11',
} as const;

export type ClientVersion = keyof typeof CLIENTS;

/** Loads one version of the official client. */
export function loadClient(version: ClientVersion): { Datastore: typeof Datastore } {
  return require(CLIENTS[version]) as { Datastore: typeof Datastore };
}

interface TestFixtures {
  /** A client in a namespace that no other test uses. */
  datastore: Datastore;
  /** Another client of the same embedded Datastore. */
  openClient: (place?: {
    version?: ClientVersion;
    databaseId?: string;
    namespace?: string;
    projectId?: string;
    /** @default the embedded Datastore that the tests of a worker share */
    apiEndpoint?: string;
  }) => Datastore;
}

interface WorkerFixtures {
  embedded: EmbeddedDatastore;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  embedded: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
    async ({}, use) => {
      const embedded = await startDatastore();
      await use(embedded);
      await embedded.stop();
    },
    { scope: 'worker' },
  ],
  openClient: async ({ embedded }, use) => {
    const before = process.env.METADATA_SERVER_DETECTION;
    process.env.METADATA_SERVER_DETECTION = 'none';
    await use(({ version = 'v10', projectId = 'embedded-test', ...place } = {}) => {
      const client = loadClient(version);
      return new client.Datastore({ projectId, apiEndpoint: embedded.address, ...place });
    });
    if (before === undefined) delete process.env.METADATA_SERVER_DETECTION;
    else process.env.METADATA_SERVER_DETECTION = before;
  },
  datastore: async ({ openClient }, use) => {
    await use(openClient({ namespace: `t${randomBytes(6).toString('hex')}` }));
  },
});

export { expect } from '@playwright/test';
