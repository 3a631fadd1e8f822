import http from 'node:http';
import { parseHost, probeKind, sessionKind } from '../redirect/index.js';
import { requireTriple } from '../session/triple.js';

/** Copies and removes namespaces of the test database as a whole, in constant time. Both leave app-test's own entities where they are. */
export interface NamespaceForks {
  /** Makes one namespace what another is. @returns How many entities that are. */
  fork(from: string, to: string): Promise<number>;
  /** Empties a namespace. @returns How many entities that were. */
  drop(namespace: string): Promise<number>;
  /** The namespaces in which there is anything; undefined where a query tells as soon. */
  list: (() => Promise<string[]>) | undefined;
}

/** What an embedded Datastore in this process offers. */
export interface ForkingDatastore {
  fork(options: object & { from: string; to: string }): Promise<number>;
  drop(options: object & { namespace: string }): Promise<number>;
  namespaces(place: object): Promise<string[]>;
}

/** The forks of an embedded Datastore in this process. */
export function forksOf(datastore: ForkingDatastore): NamespaceForks {
  return {
    fork: (from, to) => datastore.fork({ ...createPlace(), from, to }),
    drop: (namespace) => datastore.drop({ ...createPlace(), namespace }),
    list: () => datastore.namespaces(createPlace()),
  };
}

// Taken before the application loads: one that fakes HTTP in its tests fakes other calls than these.
const { request } = http;
const header = 'app-test-datastore';
const protocol = '1';
const questionMs = 1000;
const orderMs = 10_000;

/** The forks of the Datastore at an address, if it says that it is an embedded one; undefined for every other. */
export async function findForks(address: string | null): Promise<NamespaceForks | undefined> {
  if (address === null) return undefined;
  const { hostname, port } = parseHost(address);
  const host = `${hostname}:${port}`;
  try {
    const { headers } = await call(host, 'GET', '/', '', questionMs);
    if (headers[header] !== protocol) return undefined;
  } catch {
    // Google's emulators answer, but nobody promises that.
    return undefined;
  }
  return {
    fork: (from, to) => order(host, '/fork', { ...createPlace(), from, to }),
    drop: (namespace) => order(host, '/drop', { ...createPlace(), namespace }),
    list: undefined,
  };
}

function createPlace(): { projectId: string; database: string; keep: string[] } {
  const { projectId, database } = requireTriple();
  return { projectId, database, keep: [sessionKind, probeKind] };
}

async function order(host: string, path: string, body: object): Promise<number> {
  const { status, headers, text } = await call(host, 'POST', path, JSON.stringify(body), orderMs);
  if (headers[header] !== protocol) {
    throw new Error(
      `What listens at ${host} is no embedded Datastore any more, as it was when the server started: restart the server.`,
    );
  }
  if (status === 200) return (JSON.parse(text) as { entities: number }).entities;
  throw new Error(`The embedded Datastore at ${host} answered ${status} to ${path}: ${text}`);
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

function call(
  host: string,
  method: string,
  path: string,
  body: string,
  timeoutMs: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(`http://${host}${path}`, { method, signal, agent: false }, (response) => {
      const { statusCode: status = 0, headers } = response;
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status, headers, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
