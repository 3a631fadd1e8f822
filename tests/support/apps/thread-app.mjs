// The main thread writes; a worker thread, started with the same preload, reads the same test database.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Datastore } from '@google-cloud/datastore';

const datastore = new Datastore();
const key = datastore.key(['Visit', 'only']);

if (isMainThread) {
  await datastore.save({ key, data: { path: '/from-main' } });
  const worker = new Worker(new URL(import.meta.url));
  worker.on('message', (path) => process.stdout.write(`worker read ${path}\n`));
} else {
  const [visit] = await datastore.get(key);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort.postMessage(visit?.path);
}
