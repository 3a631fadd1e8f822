import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Datastore } from '@google-cloud/datastore';
import { findFreePort } from '../../tests/support/free-port.js';
import { findGcloud } from '../../tests/support/google-emulator.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const emptyServer = fileURLToPath(new URL('empty-server.ts', import.meta.url));
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A Datastore in processes of its own. */
export interface BenchServer {
  address: string;
  /** Milliseconds from its start to the answer to its first RPC. */
  firstRpc: number;
  /** What all of its processes hold in memory, in MiB. */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * What can be measured: the embedded Datastore as its command starts it, Google's emulator as gcloud does, and a server
 * that answers commits without reading them.
 */
export type ServerName = 'embedded' | 'emulator' | 'empty';

/** Starts a Datastore, cold. `emulator` needs gcloud. */
export async function startServer(name: ServerName): Promise<BenchServer> {
  const port = await findFreePort();
  const address = `127.0.0.1:${port}`;
  const scratch = mkdtempSync(join(tmpdir(), 'app-test-bench-'));
  const [command, ...rest] = commandOf(name, address, port);
  const begun = performance.now();
  const child = spawn(command, rest, {
    // A group of its own, in which all that it starts is found again.
    detached: true,
    cwd: name === 'empty' ? root : scratch,
    stdio: 'ignore',
    env: {
      ...process.env,
      CLOUDSDK_CONFIG: join(scratch, 'config'),
      CLOUDSDK_CORE_DISABLE_PROMPTS: '1',
      CLOUDSDK_CORE_CHECK_GCE_METADATA: 'false',
      JDK_JAVA_OPTIONS: '-XX:-UsePerfData',
    },
  });
  const stop = async (): Promise<void> => {
    await stopGroup(child);
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    await waitForPort(port, child);
    if (name !== 'empty') await callUntilAnswered(address);
  } catch (error) {
    await stop();
    throw error;
  }
  const firstRpc = performance.now() - begun;
  return { address, firstRpc, memory: () => measureSession(child.pid!), stop };
}

function commandOf(name: ServerName, address: string, port: number): [string, ...string[]] {
  if (name === 'embedded') return [process.execPath, main, 'datastore', '--port', String(port)];
  if (name === 'empty') {
    return [process.execPath, '--import', 'tsx', emptyServer, String(port)];
  }
  const start = 'emulators firestore start --database-mode=datastore-mode'.split(' ');
  return [findGcloud()!, ...start, `--host-port=${address}`];
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline && child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${child.spawnfile} did not start to listen on port ${port}.`);
}

async function callUntilAnswered(address: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const datastore = new Datastore({ projectId: 'bench', apiEndpoint: address });
    try {
      await datastore.get(datastore.key(['First', 'one']), { gaxOptions: { timeout: 2000 } });
      return;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

interface ProcessStat {
  pid: number;
  session: number;
  mebibytes: number;
}

// gcloud makes itself the leader of another group, but stays in the session.
function measureSession(session: number): number {
  return listProcesses(session).reduce((sum, { mebibytes }) => sum + mebibytes, 0);
}

function listProcesses(session: number): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter((stat) => stat.session === session);
}

function readStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, session: Number(fields[3]), mebibytes: (Number(fields[21]) * 4096) / 2 ** 20 };
  } catch {
    return undefined;
  }
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const session = child.pid!;
  const exited = child.exitCode === null ? once(child, 'exit') : undefined;
  for (const { pid } of listProcesses(session)) end(pid);
  await exited;
  while (listProcesses(session).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
