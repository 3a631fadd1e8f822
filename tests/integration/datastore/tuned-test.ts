import { loadSchema } from '../../../datastore/protos/schema.js';
import { Instance, type InstanceSettings } from '../../../datastore/wire/instance.js';
import { Listener } from '../../../datastore/wire/listener.js';
import { test as base } from './client-test.js';

/** An embedded Datastore of one test, with what tests may look into. */
export interface TunedDatastore {
  instance: Instance;
  address: string;
}

interface TestFixtures {
  /** Starts one with a clock, a source of ids or limits of the test's own. */
  startTuned: (settings?: InstanceSettings) => Promise<TunedDatastore>;
}

export const test = base.extend<TestFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  startTuned: async ({}, use) => {
    const listeners: Listener[] = [];
    await use(async (settings) => {
      const instance = new Instance(loadSchema(), settings);
      const listener = new Listener(instance);
      listeners.push(listener);
      const { port } = await listener.listen(0, '127.0.0.1');
      return { instance, address: `127.0.0.1:${port}` };
    });
    for (const listener of listeners) await listener.close();
  },
});

export { expect } from '@playwright/test';
