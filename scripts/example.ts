// `npm run example`: the shop alone, for a person to click around in.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startDatastore } from 'app-test/datastore';
import { startShop } from './shop.js';
import { whenStopped } from './when-stopped.js';

const seedFile = fileURLToPath(new URL('../examples/shop/app/seed.js', import.meta.url));

const stopping = new Promise<void>(whenStopped);
const ownDatastore = process.env.DATASTORE_EMULATOR_HOST ? undefined : await startDatastore();

if (ownDatastore) say(`The Datastore is an embedded one, in memory, at ${ownDatastore.address}`);

const env: NodeJS.ProcessEnv = {
  NODE_ENV: 'development',
  STAFF_PASSWORD: 'kettle',
  METADATA_SERVER_DETECTION: 'none',
  DATASTORE_PROJECT_ID: 'kettle-and-leaf',
  ...process.env,
  ...(ownDatastore && { DATASTORE_EMULATOR_HOST: ownDatastore.address }),
};

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await ownDatastore?.stop();
}

async function run(): Promise<number> {
  const inTestMode = isOn(env.APP_TEST);
  if (!inTestMode) await fillTheShop();
  const shop = await startShop(env);
  say(
    inTestMode
      ? `It is in test mode: begin at ${shop.url}/_test/config/enter`
      : `For staff: ${shop.url}/admin, password '${env.STAFF_PASSWORD}'. Ctrl-C closes the shop.`,
  );
  const code = await Promise.race([shop.ended, stopping.then(() => 0)]);
  await shop.stop();
  return code;
}

async function fillTheShop(): Promise<void> {
  const child = spawn(process.execPath, [seedFile], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The shop could not be filled (exit code ${code}).`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function isOn(value = ''): boolean {
  return !['', '0', 'off', 'false'].includes(value.trim().toLowerCase());
}
