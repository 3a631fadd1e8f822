import { startDatastore, type DatastoreOptions } from '../../datastore/index.js';
import { reportLoading } from './loading.js';
import { untilStopped } from './until-stopped.js';

/** Runs an embedded Datastore until a signal ends it. What a shell needs goes to stdout, all else to stderr. */
export async function runDatastore(options: DatastoreOptions): Promise<void> {
  // Listened for from the start: a signal that comes while it starts stops it as soon as it can.
  const stopped = untilStopped();
  const { data = '' } = options;
  const datastore = await startDatastore({ ...options, onLoad: reportLoading(data, say) });
  say(warnOfStrangers(datastore.host));
  process.stdout.write(formatExports(datastore.address, options.projectId));
  const place = data === '' ? 'memory' : data;
  say(`The Datastore is ready and keeps its data in ${place}. Ctrl+C stops it.\n`);
  await stopped;
  await datastore.stop();
}

function formatExports(address: string, projectId = ''): string {
  const lines = [`DATASTORE_EMULATOR_HOST=${address}`];
  if (projectId !== '') lines.push(`DATASTORE_PROJECT_ID=${projectId}`);
  return lines.map((line) => `export ${line}\n`).join('');
}

function warnOfStrangers(host: string): string {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (isLoopback) return '';
  return `Whoever reaches ${host} can read and change everything in it: it asks nobody who they are.\n`;
}

function say(text: string): void {
  process.stderr.write(text);
}
