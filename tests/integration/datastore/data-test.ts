import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Datastore } from '@google-cloud/datastore';
import {
  startDatastore,
  type DatastoreOptions,
  type EmbeddedDatastore,
} from '../../../datastore/index.js';
import { test as base } from './client-test.js';

/** A Datastore on a data folder, and clients of it. */
export interface KeptDatastore extends EmbeddedDatastore {
  open(place?: { databaseId?: string; namespace?: string }): Datastore;
}

interface Fixtures {
  /** An empty folder. */
  folder: string;
  /** Starts a Datastore on the folder, or another one; it is stopped after the test. */
  start: (options?: DatastoreOptions) => Promise<KeptDatastore>;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'app-test-data-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  start: async ({ folder, openClient }, use) => {
    const started: EmbeddedDatastore[] = [];
    await use(async (options) => {
      const datastore = await startDatastore({ data: folder, ...options });
      started.push(datastore);
      const open = (place = {}): Datastore =>
        openClient({ ...place, apiEndpoint: datastore.address });
      return { ...datastore, open };
    });
    for (const datastore of started) await datastore.stop();
  },
});

export { expect } from '@playwright/test';
