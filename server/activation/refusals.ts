import cluster from 'node:cluster';
import { AppTestError } from '../../protocol/index.js';
import type { Redirect, RedirectTarget } from '../redirect/index.js';

/** Refuses a process of node:cluster: finish would reach one process, and the others would go on. */
export function refuseCluster(): void {
  const isPrimary = cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0;
  if (!cluster.isWorker && !isPrimary) return;
  throw new AppTestError({
    code: 'CLUSTER_UNSUPPORTED',
    message:
      'activate() was refused: the server runs in node:cluster, and finish reaches only one of its processes.',
    next: 'Start a single process for tests.',
  });
}

/** Refuses to activate after an RPC went to the database the process was on. */
export function refuseEarlyRpc({ rpcHasLeft }: Redirect): void {
  if (!rpcHasLeft) return;
  throw new AppTestError({
    code: 'RPC_BEFORE_ACTIVATION',
    message:
      'activate() was refused: a Datastore call has left this process already, for the database it was on.',
    next: "Start it with node --import app-test/register, or import 'app-test/server' first and await setup() before anything queries.",
  });
}

/** Refuses the default namespace of an emulator that answers queries from every database. */
export function refuseMixedDatabases({ host, namespace }: RedirectTarget): void {
  if (namespace !== null) return;
  throw new AppTestError({
    code: 'DATABASES_MIXED',
    message: `The emulator at ${host} answers queries from every database, so tests in the default namespace would read other data.`,
    next: 'Name a namespace (APP_TEST=NAME), or use the embedded Datastore or the Firestore emulator in Datastore mode.',
  });
}
