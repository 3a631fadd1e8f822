import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Datastore } from '@google-cloud/datastore';
import { startDatastore, type EmbeddedDatastore } from '../../../datastore/index.js';
import { test as base } from './client-test.js';

/** The files of one test, in a folder of its own. */
export interface IndexFiles {
  path(name: string): string;
  write(name: string, text: string): string;
  read(name: string): string;
  list(): string[];
  exists(name: string): boolean;
}

interface TestFixtures {
  files: IndexFiles;
  /** Starts an embedded Datastore with files for composite indexes, and a client of it. */
  startWith: (options: { indexes?: string; writeIndexes?: string }) => Promise<Datastore>;
}

export const test = base.extend<TestFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  files: async ({}, use, testInfo) => {
    const path = (name: string): string => testInfo.outputPath(name);
    await use({
      path,
      write: (name, text) => {
        writeFileSync(path(name), text);
        return path(name);
      },
      read: (name) => readFileSync(path(name), 'utf8'),
      list: () => readdirSync(join(path('any'), '..')),
      exists: (name) => existsSync(path(name)),
    });
  },
  startWith: async ({ openClient }, use) => {
    const started: EmbeddedDatastore[] = [];
    await use(async (options) => {
      const embedded = await startDatastore(options);
      started.push(embedded);
      return openClient({ apiEndpoint: embedded.address });
    });
    for (const embedded of started) await embedded.stop();
  },
});

export { expect } from '@playwright/test';
