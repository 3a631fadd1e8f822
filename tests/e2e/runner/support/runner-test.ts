import { test as base } from '../../../support/server-test.js';
import {
  type TestServer,
  type TestServerOptions,
  uniqueName,
} from '../../../support/test-server.js';
import {
  type FinishedRun,
  type InlineProject,
  RunningProject,
  type RunOptions,
} from './inline-project.js';

/** An application in test mode, and what a runner needs to know of it. */
export interface App {
  server: TestServer;
  url: string;
  database: string;
  /** What really stands in the database of the session, read past the application. */
  readStored: () => Promise<string[]>;
}

interface RunnerFixtures {
  /** Starts an application on a database of its own. */
  startApp: (options?: TestServerOptions) => Promise<App>;
  /** Starts an inline project without waiting for it. */
  startProject: (project: InlineProject, options?: RunOptions) => RunningProject;
  /** Runs an inline project to its end. */
  runProject: (project: InlineProject, options?: RunOptions) => Promise<FinishedRun>;
}

/** Runs inline Playwright projects against real servers. */
export const test = base.extend<RunnerFixtures>({
  startApp: async ({ startServer, openDatabase }, use) => {
    await use(async (options = {}) => {
      const database = uniqueName('db');
      const env = { APP_TEST_DATABASE: database, ...options.env };
      const server = await startServer({ ...options, env });
      const stored = openDatabase({ database });
      const readStored = async (): Promise<string[]> => {
        const [entities] = await stored.runQuery(stored.createQuery('app-test-session'));
        return entities.map((entity) => entity[stored.KEY].name as string);
      };
      return { server, url: server.url, database, readStored };
    });
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  startProject: async ({}, use) => {
    const running: RunningProject[] = [];
    await use((project, options = {}) => {
      const run = new RunningProject(project, options);
      running.push(run);
      return run;
    });
    await Promise.all(running.map((run) => run.remove()));
  },
  runProject: async ({ startProject }, use) => {
    await use((project, options) => startProject(project, options).finished());
  },
});

export { expect } from '@playwright/test';

/** What a server knows of its session. */
export interface SeenSession {
  isOpen: boolean;
  leases: string[];
  /** How often the session has ended since {@link countEnds}. */
  ends: number;
}

/** Makes a server count how often its session ends. */
export async function countEnds({ server }: App): Promise<void> {
  await server.run(({ appTest }) => {
    const counter = globalThis as { ends?: number };
    counter.ends = 0;
    appTest.registerFinishHook(() => {
      counter.ends = (counter.ends ?? 0) + 1;
    });
  });
}

/** Reads a server's session. */
export async function readSession({ server, readStored }: App): Promise<SeenSession> {
  const names = await readStored();
  return {
    isOpen: names.includes('token'),
    leases: names.filter((name) => name.startsWith('lease:')).map((name) => name.slice(6)),
    ends: await server.run(() => (globalThis as { ends?: number }).ends ?? 0),
  };
}
