import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Datastore } from '@google-cloud/datastore';
import { test as base } from '@playwright/test';
import { type RunningScript, startScript } from '../../support/start-script.js';

const command = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const client = createRequire(import.meta.url)('@google-cloud/datastore') as {
  Datastore: typeof Datastore;
};

/** `app-test datastore`, running. */
export interface RunningDatastore extends RunningScript {
  /** `host:port`, as it printed it. */
  address: string;
  openClient(): Datastore;
}

interface Fixtures {
  /** Runs `app-test` with arguments. Killed after the test, if it still runs. */
  runCommand: (...args: string[]) => RunningScript;
  /** Runs `app-test datastore` on a free port, and waits until it is ready. */
  runDatastore: (...args: string[]) => Promise<RunningDatastore>;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  runCommand: async ({}, use) => {
    const running: RunningScript[] = [];
    await use((...args) => {
      const script = startScript(command, { args });
      running.push(script);
      return script;
    });
    await Promise.all(running.map((script) => script.stop('SIGKILL')));
  },
  runDatastore: async ({ runCommand }, use) => {
    // The client does not look for a Google machine around it.
    const before = process.env.METADATA_SERVER_DETECTION;
    process.env.METADATA_SERVER_DETECTION = 'none';
    await use(async (...args) => {
      const script = runCommand('datastore', '--port', '0', ...args);
      const address = await script.printed(/^export DATASTORE_EMULATOR_HOST=(\S+)$/m);
      return {
        ...script,
        address,
        openClient: () => new client.Datastore({ projectId: 'cli-test', apiEndpoint: address }),
      };
    });
    if (before === undefined) delete process.env.METADATA_SERVER_DETECTION;
    else process.env.METADATA_SERVER_DETECTION = before;
  },
});

export { expect } from '@playwright/test';
