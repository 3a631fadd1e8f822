import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { type EmbeddedDatastore, startDatastore } from '../../../datastore/index.js';
import { startInTerminal, type TerminalProgram } from '../../support/pseudo-terminal.js';
import { RawEntities } from '../../support/raw-entities.js';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** `app-test mirror`, as a user runs it. */
export interface MirrorCommand {
  /** Starts it in a terminal. */
  start(...args: string[]): TerminalProgram;
  /** Starts it in a terminal and types the PIN that it shows. */
  copy(...args: string[]): Promise<{ exitCode: number; screen: string }>;
  /** Runs it where there is no terminal at all. */
  runDetached(...args: string[]): Promise<{ exitCode: number; output: string }>;
}

interface Fixtures {
  /** Two Datastores: the live one, and the one for tests. */
  live: EmbeddedDatastore;
  tests: EmbeddedDatastore;
  source: RawEntities;
  target: RawEntities;
  /** The folder that the command runs in. */
  folder: string;
  environment: Record<string, string>;
  mirror: MirrorCommand;
}

/** What is copied into, unless a test says otherwise. */
export const place = { projectId: 'my-shop', databaseId: 'app-tests', namespaceId: 'mirror' };

const pinPattern = /Type ((?:\d ){5}\d) to go on/;

/** Types the PIN that is on the screen. */
export async function typePin(program: TerminalProgram): Promise<void> {
  program.type(`${(await program.shows(pinPattern)).replaceAll(' ', '')}\r`);
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  live: ({}, use) => useDatastore(use),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  tests: ({}, use) => useDatastore(use),
  source: ({ live }, use) =>
    useEntities(
      { address: live.address, projectId: 'my-shop', databaseId: '', namespaceId: '' },
      use,
    ),
  target: ({ tests }, use) => useEntities({ address: tests.address, ...place }, use),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'app-test-mirror-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  environment: {},
  mirror: async ({ live, tests, folder, environment }, use) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NO_COLOR: '1', ...environment };
    const programs: TerminalProgram[] = [];
    const command = (args: string[]): string[] => {
      const has = (option: string): boolean => args.includes(option);
      return [
        process.execPath,
        main,
        'mirror',
        ...(has('--project') ? [] : ['--project', 'my-shop']),
        ...(has('--source-host') ? [] : ['--source-host', live.address]),
        ...(has('--target-host') || has('--data') ? [] : ['--target-host', tests.address]),
        ...(has('--target-namespace') ? [] : ['--target-namespace', 'mirror']),
        ...args,
      ];
    };
    const start = (...args: string[]): TerminalProgram => {
      const program = startInTerminal(command(args), { cwd: folder, env });
      programs.push(program);
      return program;
    };
    await use({
      start,
      copy: async (...args) => {
        const program = start(...args);
        await typePin(program);
        return { exitCode: await program.ended, screen: program.screen() };
      },
      runDetached: async (...args) => {
        const [file, ...rest] = command(args);
        // A session of its own has no controlling terminal.
        const child = spawn(file!, rest, { cwd: folder, env, detached: true, stdio: 'pipe' });
        child.stdin.end();
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => (output += text));
        const [exitCode] = (await once(child, 'close')) as [number];
        return { exitCode, output };
      },
    });
    for (const program of programs) await endProgram(program);
  },
});

async function endProgram(program: TerminalProgram): Promise<void> {
  try {
    program.kill('SIGKILL');
  } catch {
    // It has ended.
  }
  await program.ended;
}

async function useDatastore(use: (datastore: EmbeddedDatastore) => Promise<void>): Promise<void> {
  const datastore = await startDatastore();
  await use(datastore);
  await datastore.stop();
}

async function useEntities(
  where: ConstructorParameters<typeof RawEntities>[0],
  use: (entities: RawEntities) => Promise<void>,
): Promise<void> {
  const entities = new RawEntities(where);
  await use(entities);
  await entities.close();
}

export { expect } from '@playwright/test';
