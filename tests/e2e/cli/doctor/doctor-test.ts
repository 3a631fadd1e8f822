import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test as base } from '../../../support/server-test.js';
import {
  type TestServer,
  type TestServerOptions,
  uniqueName,
} from '../../../support/test-server.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A project as somebody might have it. */
export interface DoctorProject {
  /** Contents by file name; an object is written as JSON. @default a package.json */
  files?: Readonly<Record<string, string | object>>;
  /** Arguments of `app-test doctor`. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Packages that are not installed in it. */
  without?: readonly string[];
}

/** What `--json` prints. */
export interface DoctorReport {
  version: string;
  folder: string;
  urls: string[];
  passed: boolean;
  counts: Record<string, number>;
  findings: DoctorFinding[];
}

interface DoctorFinding {
  check: string;
  title: string;
  result: 'ok' | 'warning' | 'failure' | 'skipped';
  seen: string;
  why: string | null;
  next: string | null;
}

/** What a finished command left. */
export interface DoctorRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

interface Fixtures {
  /** Runs `app-test doctor` in a project, as a user would. */
  runDoctor: (project?: DoctorProject) => Promise<DoctorRun>;
  /** The same with `--json`, parsed. */
  diagnose: (project?: DoctorProject) => Promise<DoctorReport & { exitCode: number | null }>;
  /** Starts an application on a database of its own, and says what expects it. */
  startApp: (options?: TestServerOptions) => Promise<{ server: TestServer; database: string }>;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  runDoctor: async ({}, use) => {
    const folders: string[] = [];
    await use(async (project = {}) => {
      const folder = writeProject(project);
      folders.push(folder);
      return await run(folder, project);
    });
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  },
  diagnose: async ({ runDoctor }, use) => {
    await use(async (project = {}) => {
      const args = [...(project.args ?? []), '--json'];
      const { exitCode, stdout, stderr } = await runDoctor({ ...project, args });
      expect(stderr).toBe('');
      return { ...(JSON.parse(stdout) as DoctorReport), exitCode };
    });
  },
  startApp: async ({ startServer }, use) => {
    await use(async (options = {}) => {
      const database = uniqueName('db');
      const env = { APP_TEST_DATABASE: database, ...options.env };
      return { server: await startServer({ ...options, env }), database };
    });
  },
});

export { expect } from '@playwright/test';

/** The findings of one check, as `result: seen`. */
export function pick(report: DoctorReport, check: string): string[] {
  return report.findings
    .filter((finding) => finding.check === check)
    .map(({ result, seen }) => `${result}: ${seen}`);
}

function writeProject({ files = {}, without = [] }: DoctorProject): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'app-test-doctor-'));
  const modules = path.join(folder, 'node_modules');
  for (const part of ['package.json', 'dist']) {
    cpSync(path.join(root, part), path.join(modules, 'app-test', part), { recursive: true });
  }
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  const peers = ['@playwright/test', '@google-cloud/datastore', 'express', 'playwright'];
  const names = [...Object.keys(dependencies), ...peers].filter((name) => !without.includes(name));
  for (const name of names) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'dir');
  }
  for (const [name, content] of Object.entries({ 'package.json': { name: 'shop' }, ...files })) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

async function run(folder: string, { args = [], env = {} }: DoctorProject): Promise<DoctorRun> {
  const command = path.join(folder, 'node_modules/app-test/dist/cli/main.js');
  const child = spawn(process.execPath, [command, 'doctor', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { exitCode, stdout: stdout.replaceAll(folder, '.'), stderr };
}
