import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findFreePort } from './free-port.js';
import { type ProcessGroup, startProcessGroup } from './process-group.js';

/** One of Google's emulators, running. */
export interface GoogleEmulator {
  /** `host:port`, as `DATASTORE_EMULATOR_HOST` wants it. */
  address: string;
  /** Ends every process of the emulator and removes its files. */
  stop(): Promise<void>;
}

/** The path of gcloud if it is in PATH. */
export function findGcloud(): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'gcloud');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** Starts Google's Firestore emulator in Datastore mode: it keeps databases apart. */
export function startFirestoreEmulator(): Promise<GoogleEmulator> {
  return startEmulator(
    (address) => `emulators firestore start --database-mode=datastore-mode --host-port=${address}`,
  );
}

/** Starts Google's classic Datastore emulator: its queries ignore the database. */
export function startDatastoreEmulator(): Promise<GoogleEmulator> {
  return startEmulator(
    (address) =>
      'beta emulators datastore start --no-store-on-disk --consistency=1.0 ' +
      `--project=app-test-emulator --data-dir=data --host-port=${address}`,
  );
}

async function startEmulator(
  formatArguments: (address: string) => string,
): Promise<GoogleEmulator> {
  const gcloud = findGcloud();
  if (gcloud === undefined) throw new Error('gcloud is not in PATH: no emulator of Google here.');
  // Another process can take the free port before the emulator listens on it.
  for (let attempt = 1; ; attempt++) {
    const address = `127.0.0.1:${await findFreePort()}`;
    const scratch = mkdtempSync(join(tmpdir(), 'app-test-emulator-'));
    const group = startProcessGroup([gcloud, ...formatArguments(address).split(' ')], {
      scratch,
      env: {
        CLOUDSDK_CONFIG: join(scratch, 'config'),
        CLOUDSDK_CORE_DISABLE_PROMPTS: '1',
        CLOUDSDK_CORE_CHECK_GCE_METADATA: 'false',
        // Java would leave a file per process in /tmp.
        JDK_JAVA_OPTIONS: '-XX:-UsePerfData',
      },
    });
    if (await waitUntilHealthy(address, group)) return { address, stop: () => group.stop() };
    await group.stop();
    rmSync(scratch, { recursive: true, force: true });
    if (attempt === 2) {
      throw new Error(`Google's emulator did not start on ${address}:\n${group.output()}`);
    }
  }
}

async function waitUntilHealthy(address: string, group: ProcessGroup): Promise<boolean> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && group.isRunning()) {
    try {
      const response = await fetch(`http://${address}/`, { signal: AbortSignal.timeout(1000) });
      if ((await response.text()).trim() === 'Ok') return true;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
