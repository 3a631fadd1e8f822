// Measures one case in this process and prints the result as its last line.

import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Nanoseconds per request. */
export interface Measurement {
  median: number;
  fastest: number;
  slowest: number;
}

/** What is measured. */
export type CaseName = keyof typeof cases;

interface Case {
  /** Makes the process what it is to be; returns the request's Cookie header. */
  prepare(): Promise<string | undefined>;
}

const otherCookies = 'session=eyJjYXJ0IjpbXX0; _ga=GA1.1.123456789.1700000000';
const production = async (): Promise<void> => {
  process.env.NODE_ENV = 'production';
  const { setup } = await import('app-test/server');
  await setup();
};

const cases = {
  bare: { prepare: async () => undefined },
  'bare-cookies': { prepare: async () => `${otherCookies}; theme=dark` },
  guard: {
    prepare: async () => {
      await production();
      return undefined;
    },
  },
  'guard-cookies': {
    prepare: async () => {
      await production();
      return `${otherCookies}; theme=dark`;
    },
  },
  validator: {
    prepare: async () => {
      Object.assign(process.env, {
        NODE_ENV: 'test',
        APP_TEST: '1',
        APP_TEST_DATASTORE: 'embedded',
      });
      const { session, setup } = await import('app-test/server');
      await setup();
      return `${otherCookies}; app-test-token=${session.token()}`;
    },
  },
} satisfies Record<string, Case>;

const rounds = 100;
const warmUp = 40;
// Few enough that what the garbage collector does is not what is measured.
const requestsPerRound = 500;

const name = process.argv[2] as CaseName;
const cookie = await cases[name].prepare();
let handled = 0;
// Made after the process was prepared, as an application's server is.
const server = createServer(() => handled++);
const times = Array.from({ length: rounds + warmUp }, () => runRound(server, cookie)).slice(warmUp);
// A request that was refused never reached the listener: nothing was measured.
if (handled !== (rounds + warmUp) * requestsPerRound)
  throw new Error(`${name}: requests were refused.`);
const sorted = times.toSorted((a, b) => a - b);
const result: Measurement = {
  median: Math.round(sorted[Math.floor(rounds / 2)]!),
  fastest: Math.round(sorted[0]!),
  slowest: Math.round(sorted.at(-1)!),
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());

function runRound(target: Server, cookieHeader: string | undefined): number {
  const socket = new Socket();
  const requests = Array.from({ length: requestsPerRound }, () => {
    const request = new IncomingMessage(socket);
    request.method = 'GET';
    request.url = '/products/assam?page=2';
    const headers = {
      host: 'localhost:8080',
      accept: 'text/html',
      ...(cookieHeader !== undefined && { cookie: cookieHeader }),
    };
    request.headers = headers;
    request.rawHeaders = Object.entries(headers).flat();
    return { request, response: new ServerResponse(request) };
  });
  const begun = process.hrtime.bigint();
  for (const { request, response } of requests) target.emit('request', request, response);
  return Number(process.hrtime.bigint() - begun) / requestsPerRound;
}
