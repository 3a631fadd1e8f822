import { Datastore } from '@google-cloud/datastore';
import { test as base } from '@playwright/test';
import { type Backend, startBackend } from './backend.js';
import { TestServer, type TestServerOptions } from './test-server.js';

interface TestFixtures {
  /** Starts an application and waits until it listens. */
  startServer: (options?: TestServerOptions) => Promise<TestServer>;
  /** Starts an application that is expected to end by itself. */
  runServer: (options?: TestServerOptions) => Promise<{ code: number | null; output: string }>;
  /** What is really stored: a client of the test's own, which nothing redirects. */
  openDatabase: (place: { database: string; namespace?: string }) => Datastore;
}

interface WorkerFixtures {
  backend: Backend;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
    async ({}, use) => {
      const backend = await startBackend();
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker' },
  ],
  startServer: async ({ backend }, use) => {
    const servers: TestServer[] = [];
    await use((options = {}) => {
      const server = new TestServer(options, backend.address);
      servers.push(server);
      return server.ready();
    });
    await Promise.all(servers.map((server) => server.stop()));
  },
  runServer: async ({ backend }, use) => {
    const servers: TestServer[] = [];
    await use((options = {}) => {
      const server = new TestServer(options, backend.address);
      servers.push(server);
      return server.ended();
    });
    await Promise.all(servers.map((server) => server.stop()));
  },
  openDatabase: async ({ backend }, use) => {
    await use(({ database, namespace }) => {
      return new Datastore({
        projectId: 'test-project',
        apiEndpoint: backend.address,
        databaseId: database,
        ...(namespace === undefined ? {} : { namespace }),
      });
    });
  },
});

export { expect } from '@playwright/test';
