import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { fileURLToPath } from 'node:url';

/** How the application of a server test uses app-test, and with which environment it starts. */
export interface TestServerOptions {
  /** @default 'setup' */
  use?: 'setup' | 'activate' | 'protect' | 'register' | 'none';
  /** @default 'express5' */
  framework?: 'express5' | 'express4' | 'node';
  /** Options of setup() or activate(). */
  options?: Record<string, unknown>;
  /** What the server's clock shows when it starts. */
  clock?: string;
  /** Added to the environment; undefined takes a variable out. */
  env?: Record<string, string | undefined>;
  /** Another main file than server-app.mjs. */
  main?: string;
  /** Flags of Node before the main file. */
  nodeFlags?: string[];
  cwd?: string;
}

/** A response with its body read. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert on its shape
  json: any;
}

/** What a request of a test looks like. The path is sent as it is. */
export interface RequestOptions {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string;
}

const appFile = fileURLToPath(new URL('./apps/server-app.mjs', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** A database name that no other test uses. */
export function uniqueName(prefix = 'test'): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`;
}

/** An application in a child process, driven over HTTP as users would. */
export class TestServer {
  readonly #child: ChildProcess;
  #output = '';
  #port = 0;
  #calls = new Map<number, (message: { value?: unknown; error?: { message: string } }) => void>();

  constructor(options: TestServerOptions, datastoreHost: string | undefined) {
    const { use = 'setup', framework, options: appOptions, clock } = options;
    const flags = [
      ...(use === 'register' ? ['--import', 'app-test/register'] : []),
      ...(options.nodeFlags ?? []),
    ];
    this.#child = spawn(process.execPath, [...flags, options.main ?? appFile], {
      cwd: options.cwd ?? root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'development',
        APP_TEST: '1',
        APP_TEST_DATABASE: uniqueName('db'),
        GOOGLE_CLOUD_PROJECT: 'test-project',
        METADATA_SERVER_DETECTION: 'none',
        ...(datastoreHost === undefined ? {} : { DATASTORE_EMULATOR_HOST: datastoreHost }),
        TEST_APP: JSON.stringify({ use, framework, options: appOptions, clock }),
        ...options.env,
      },
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    this.#child.on('message', (message: { port?: number; id?: number; value?: unknown }) => {
      if (message.port !== undefined) this.#port = message.port;
      else if (message.id !== undefined) this.#calls.get(message.id)?.(message);
    });
  }

  /** Everything the application printed. */
  get output(): string {
    return this.#output;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Waits until it listens; fails with its output if it ends instead. */
  async ready(): Promise<this> {
    const ended = once(this.#child, 'close');
    while (this.#port === 0) {
      const first = await Promise.race([once(this.#child, 'message'), ended.then(() => 'ended')]);
      if (first === 'ended' && this.#port === 0)
        throw new Error(`The server ended:\n${this.#output}`);
    }
    return this;
  }

  /** Waits until it ends by itself. */
  async ended(): Promise<{ code: number | null; output: string }> {
    if (this.#child.exitCode === null) await once(this.#child, 'close');
    return { code: this.#child.exitCode, output: this.#output };
  }

  /** Runs a function inside the application. It is sent as text, so it sees its parameters only. */
  async run<T, A>(
    // oxlint-disable-next-line typescript/no-explicit-any -- lives in a JavaScript file
    code: (context: any, argument: A) => T | Promise<T>,
    argument?: A,
  ): Promise<T> {
    const id = this.#calls.size + 1;
    const answer = new Promise<{ value?: unknown; error?: { message: string } }>((resolve) => {
      this.#calls.set(id, resolve);
    });
    this.#child.send({ id, source: code.toString(), argument });
    const { value, error } = await answer;
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    return value as T;
  }

  /** Sends one request on a connection of its own. Nothing of it is normalised. */
  request(
    path: string,
    { method = 'GET', headers = {}, body }: RequestOptions = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = http.request(
        { host: '127.0.0.1', port: this.#port, path, method, headers, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode: status = 0, headers: answered } = response;
            resolve({ status, headers: answered, text, json: parse(text) });
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  status(query = '', headers: http.OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.request(`/_test/config/status${query}`, { method: 'POST', headers });
  }

  finish(query = ''): Promise<Answer> {
    return this.request(`/_test/config/finish${query}`, { method: 'POST' });
  }

  /** A request with the session's cookie. */
  async visit(token: string, path = '/', options: RequestOptions = {}): Promise<Answer> {
    const headers = { ...options.headers, cookie: `app-test-token=${token}` };
    return this.request(path, { ...options, headers });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
