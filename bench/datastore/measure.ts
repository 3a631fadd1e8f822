import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadCase } from './load.js';
import { startServer, type BenchServer, type ServerName } from './server.js';

const loadFile = fileURLToPath(new URL('load.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
/** How often a case is measured, each time on servers that were just started. */
const STARTS = 3;
/** How often a case is measured on servers that stay. */
export const ROUNDS = 5;

/** What a server that does nothing can be measured by too. */
const CLIENT_CASES = ['lookup', 'commit', 'batch', 'smallBatch'] as const;
const CASES = [...CLIENT_CASES, 'rawBatch', 'query10000', 'query100000'] as const;

/** What is measured of a server. */
export type Measure = 'firstRpc' | 'memory' | (typeof CASES)[number];

/** Medians, by the server. */
export type Results = Partial<Record<ServerName, Partial<Record<Measure, number>>>>;

/** Each case on servers that know nothing but that case. */
export async function measureFresh(names: ServerName[]): Promise<Results> {
  const figures = new Figures();
  for (const what of CASES) {
    for (let start = 0; start < STARTS; start++) {
      for (const name of names) {
        if (name === 'empty' && !isClientCase(what)) continue;
        const server = await startServer(name);
        try {
          if (name !== 'empty') figures.add(name, 'firstRpc', server.firstRpc);
          figures.add(name, what, await load(server, what));
        } finally {
          await server.stop();
        }
      }
    }
  }
  for (const name of names) {
    if (name === 'empty') continue;
    const server = await startServer(name);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    figures.add(name, 'memory', server.memory());
    await server.stop();
  }
  return figures.results();
}

/** What the client can be measured by, on all servers in turn, so that whatever else the machine does meets all alike. */
export async function measureStaying(names: ServerName[]): Promise<Results> {
  const figures = new Figures();
  const servers: [ServerName, BenchServer][] = [];
  try {
    for (const name of names) servers.push([name, await startServer(name)]);
    for (const what of CLIENT_CASES) {
      for (let round = 0; round < ROUNDS; round++) {
        for (const [name, server] of servers) figures.add(name, what, await load(server, what));
      }
    }
  } finally {
    for (const [, server] of servers) await server.stop();
  }
  return figures.results();
}

function isClientCase(what: Measure): boolean {
  return (CLIENT_CASES as readonly string[]).includes(what);
}

/** Collects what is measured several times. */
class Figures {
  private readonly all = new Map<ServerName, Map<Measure, number[]>>();

  add(name: ServerName, what: Measure, figure: number): void {
    const ofServer = this.all.get(name) ?? new Map<Measure, number[]>();
    this.all.set(name, ofServer.set(what, [...(ofServer.get(what) ?? []), figure]));
  }

  results(): Results {
    return Object.fromEntries(
      [...this.all].map(([name, measured]) => [
        name,
        Object.fromEntries([...measured].map(([what, figures]) => [what, middle(figures)])),
      ]),
    );
  }
}

function middle(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}

/** Has a process of its own drive a server. */
export async function load({ address }: BenchServer, what: LoadCase): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', loadFile, address, what],
    { cwd: root, env: { ...process.env, METADATA_SERVER_DETECTION: 'none' } },
  );
  return JSON.parse(stdout) as number;
}
