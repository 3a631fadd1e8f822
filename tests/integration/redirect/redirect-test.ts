import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { test as base } from '@playwright/test';
import type * as DatastoreModule from '@google-cloud/datastore';
import { installRedirect } from '../../../server/redirect/index.js';
import { redirectName } from '../../../server/redirect/install.js';
import { forgetGlobally } from '../../../server/redirect/shared-state.js';
import type { Redirect, RedirectTarget } from '../../../server/redirect/index.js';
import { type Backend, startBackend } from '../../support/backend.js';

/** The supported versions, by the name they are installed under. */
export const versions = ['datastore-v9', '@google-cloud/datastore', 'datastore-v11'] as const;

const require = createRequire(import.meta.url);

/** Loads one of the supported versions. */
export function loadDatastore(name: string): typeof DatastoreModule {
  return require(name) as typeof DatastoreModule;
}

/** A partition of the target, for raw calls. */
export function partitionOf(target: RedirectTarget, namespaceId: string): object {
  return { projectId: target.projectId, databaseId: target.database, namespaceId };
}

function setEnvironment(values: Record<string, string>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

interface RedirectFixtures {
  target: RedirectTarget;
  /** A redirect of this test's own, still watching; taken off afterwards, for tests that share the worker. */
  watching: Redirect;
  /** The same, admitted to the target. */
  redirect: Redirect;
}

export const test = base.extend<RedirectFixtures, { backend: Backend }>({
  backend: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const backend = await startBackend();
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker', box: true },
  ],
  target: async ({ backend }, use) => {
    const random = randomBytes(6).toString('hex');
    await use({
      projectId: 'test-project',
      database: `test-${random}`,
      namespace: `ns-${random}`,
      host: backend.address,
    });
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
  watching: async ({}, use) => {
    const restore = setEnvironment({
      GOOGLE_CLOUD_PROJECT: 'live-project',
      // Otherwise google-auth looks for credentials that nobody needs here.
      METADATA_SERVER_DETECTION: 'none',
    });
    forgetGlobally(redirectName);
    const redirect = installRedirect();
    await use(redirect);
    redirect.uninstall();
    forgetGlobally(redirectName);
    restore();
  },
  redirect: async ({ watching, target }, use) => {
    watching.wait();
    watching.open(target);
    watching.admit();
    await use(watching);
  },
});

export { expect } from '@playwright/test';
