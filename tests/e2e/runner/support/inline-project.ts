import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { type ReportedTests, readReport } from './read-report.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const playwrightCli = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
);

/** A Playwright project that is written to a folder and run as a child process. */
export interface InlineProject {
  /** Contents by file name. `app-test/...` resolves in them, as in an installed package. */
  files: Readonly<Record<string, string>>;
  /** The configuration's `use`, as JSON, beside the browser's options. */
  use?: Readonly<Record<string, unknown>>;
  /** The rest of the configuration, as JSON. */
  config?: Readonly<Record<string, unknown>>;
  /** @default true */
  globalSetup?: boolean;
}

/** What a finished run left. */
export interface FinishedRun {
  exitCode: number | null;
  /** stdout and stderr as they came, without colours. */
  output: string;
  /** The JSON report's tests by title, if the run got as far. */
  report: ReportedTests;
}

/** How the child process is started. */
export interface RunOptions {
  /** Playwright's command. @default 'test' */
  command?: 'test' | 'test-server';
  arguments?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /**
   * Gives the run a terminal: as its stdin, or only as the controlling terminal behind it.
   * @default none
   */
  terminal?: 'stdin' | 'controlling';
}

/** A run that goes on. */
export class RunningProject {
  readonly process: ChildProcess;
  readonly #folder: string;
  #output = '';

  constructor(
    project: InlineProject,
    { command: name = 'test', arguments: given = [], env = {}, terminal }: RunOptions,
  ) {
    const folder = writeProject(project);
    this.#folder = folder;
    const plain = [process.execPath, playwrightCli, name, ...given];
    const command = terminal === undefined ? plain : inTerminal(plain, terminal);
    this.process = spawn(command[0]!, command.slice(1), {
      cwd: folder,
      // A group of its own: a signal for the runner can be sent to all of it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(folder, 'report.json'),
        ...env,
      },
    });
    for (const stream of [this.process.stdout!, this.process.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
  }

  /** Where a file of the project is. */
  pathOf(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Writes a file of the project, for a test to find. */
  write(name: string, content: string): void {
    writeFileSync(this.pathOf(name), content);
  }

  /** What it has printed so far. */
  get output(): string {
    return this.#output;
  }

  /** Waits until it has printed something. */
  async printed(text: string | RegExp): Promise<void> {
    const ended = once(this.process, 'close').then(() => 'ended');
    const matches = () =>
      typeof text === 'string' ? this.#output.includes(text) : text.test(this.#output);
    while (!matches()) {
      const streams = [this.process.stdout!, this.process.stderr!];
      const next = await Promise.race([...streams.map((stream) => once(stream, 'data')), ended]);
      if (next === 'ended' && !matches())
        throw new Error(`It never printed ${text}:\n${this.output}`);
    }
  }

  /** Waits until it has ended. */
  async finished(): Promise<FinishedRun> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      await once(this.process, 'close');
    }
    return {
      exitCode: this.process.exitCode,
      output: this.#output,
      report: readReport(path.join(this.#folder, 'report.json')),
    };
  }

  /** What it has written, reports and artifacts, by relative path; what a report packs is unpacked. */
  readFiles(): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const entry of readdirSync(this.#folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(this.#folder, file);
      if (!entry.isFile() || name.startsWith('node_modules')) continue;
      const text = readFileSync(file, 'latin1');
      const packed = /data:application\/zip;base64,([A-Za-z0-9+/=]+)/.exec(text)?.[1] ?? '';
      texts[name] = text + unzipAll(Buffer.from(packed, 'base64'));
    }
    return texts;
  }

  /** Ends it with every process that it started, and removes its folder. */
  async remove(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      process.kill(-this.process.pid!, 'SIGKILL');
      await once(this.process, 'close');
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Writes a project to a folder of its own, with this repository's build installed in it. Copied, because
 * Playwright treats files outside node_modules, where a link leads, as the project's own sources. Not
 * below test-results: whoever runs tests at the same time wipes that.
 */
function writeProject(project: InlineProject): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'app-test-project-'));
  const installed = path.join(folder, 'node_modules/app-test');
  for (const part of [
    'package.json',
    'dist/protocol',
    'dist/client',
    'dist/fixtures',
    'dist/reporter',
    'dist/terminal',
  ]) {
    cpSync(path.join(root, part), path.join(installed, part), { recursive: true });
  }
  for (const name of ['@playwright', 'cookie']) {
    const target = path.join(root, 'node_modules', name);
    symlinkSync(target, path.join(folder, 'node_modules', name), 'dir');
  }
  for (const [name, content] of Object.entries(project.files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const config = {
    reporter: [['line'], ['json']],
    workers: 1,
    timeout: 20_000,
    ...project.config,
    ...(project.globalSetup === false ? {} : { globalSetup: 'app-test/global-setup' }),
    use: {
      launchOptions: {
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args: ['--no-sandbox', ...quietFlags],
      },
      ...project.use,
    },
  };
  writeFileSync(
    path.join(folder, 'playwright.config.mjs'),
    `export default ${JSON.stringify(config, undefined, 2)};\n`,
  );
  return folder;
}

/** Every entry of a zip file, one after the other. */
function unzipAll(zip: Buffer): string {
  let text = '';
  for (let at = 0; (at = zip.indexOf('PK\u0001\u0002', at, 'latin1')) !== -1; at += 46) {
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(data, data + zip.readUInt32LE(at + 20));
    text += (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString('latin1');
  }
  return text;
}

/** util-linux's script runs a shell command on a pseudo-terminal. */
function inTerminal(command: readonly string[], terminal: 'stdin' | 'controlling'): string[] {
  const quoted = command.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
  const shell = terminal === 'stdin' ? quoted : `${quoted} < /dev/null`;
  return ['script', '--quiet', '--return', '--flush', '--command', shell, '/dev/null'];
}

const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
];
