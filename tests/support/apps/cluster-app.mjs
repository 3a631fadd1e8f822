// A primary that forks one worker; the worker activates.
import cluster from 'node:cluster';
import { activate } from 'app-test/server';

if (cluster.isPrimary) {
  cluster.fork().on('exit', (code) => process.exit(code));
} else {
  await activate();
}
