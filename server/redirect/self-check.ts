import { randomUUID } from 'node:crypto';
import { probeKind } from './hidden-kinds.js';
import type { RequestMessage, ResponseMessage } from './messages.js';
import { encodeNamespace } from './namespace-encoding.js';
import { createMisplacedError, createMisreadError, explainFailure } from './self-check-errors.js';
import { runAsSelfCheck } from './session-context.js';
import { pause, withinTime } from './time-limit.js';
import type { RedirectTarget } from './types.js';
import type { DatastoreInstance } from './upstream.js';

/** What the self-check needs. */
export interface SelfCheckOptions {
  /** Makes an instance as the app would. */
  createDatastore: () => DatastoreInstance;
  target: RedirectTarget;
  timeoutMs: number;
  /** Sends a raw RPC through the target's own client, to whatever database the message says. */
  send: (method: string, message: RequestMessage, timeoutMs: number) => Promise<ResponseMessage>;
}

/** Writes and reads a probe as the app would, and proves that it is in the target (spec 1, safety mechanism 2). */
export async function runSelfCheck(
  options: SelfCheckOptions,
): Promise<{ mixesDatabases: boolean }> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    try {
      return await withinTime(
        deadline,
        runAsSelfCheck(() => probe(options, deadline)),
      );
    } catch (error) {
      const isStarting = (error as { code?: unknown }).code === unavailable;
      // An emulator that was started together with the app may need a moment.
      if (isStarting && deadline - Date.now() > retryAfterMs) await pause(retryAfterMs);
      else throw explainFailure(error, options);
    }
  }
}

/** gRPC's UNAVAILABLE: nothing listens, or not yet. */
const unavailable = 14;
const retryAfterMs = 250;

async function probe(
  { createDatastore, target, send }: SelfCheckOptions,
  deadline: number,
): Promise<{ mixesDatabases: boolean }> {
  const timeoutMs = Math.max(1, deadline - Date.now());
  const name = `probe-${randomUUID()}`;
  const datastore = createDatastore();
  const address = { projectId: target.projectId, databaseId: target.database };
  const namespaceId = encodeNamespace({
    namespace: target.namespace,
    session: '',
    // An instance handed over by the app may have a database of its own.
    appDatabase: datastore.options?.databaseId ?? '',
    appNamespace: '',
  });
  const key = { partitionId: { ...address, namespaceId }, path: [{ kind: probeKind, name }] };
  const deletion = { ...address, mode: 'NON_TRANSACTIONAL', mutations: [{ delete: key }] };
  try {
    await roundtrip(datastore, name, timeoutMs);
    const { found } = await send('lookup', { ...address, keys: [key] }, timeoutMs);
    if (found?.length !== 1) throw createMisplacedError(target);
    const mixesDatabases =
      target.host !== null && (await isSeenElsewhere(name, namespaceId, target, send, timeoutMs));
    await send('commit', deletion, timeoutMs);
    return { mixesDatabases };
  } catch (error) {
    // Not awaited: what failed the probe may fail this too.
    send('commit', deletion, timeoutMs).catch(() => {});
    throw error;
  }
}

async function roundtrip(
  datastore: DatastoreInstance,
  name: string,
  timeout: number,
): Promise<void> {
  const key = datastore.key({ path: [probeKind, name] });
  await datastore.save({ key, data: { written: name } }, { timeout });
  const [read] = await datastore.get(key, { gaxOptions: { timeout } });
  if (read?.written !== name) throw createMisreadError(name, read);
}

/** Google's classic emulator answers a query from the entities of every database. */
async function isSeenElsewhere(
  name: string,
  namespaceId: string,
  { projectId }: RedirectTarget,
  send: SelfCheckOptions['send'],
  timeoutMs: number,
): Promise<boolean> {
  const query = { kind: [{ name: probeKind }] };
  const partitionId = { projectId, databaseId: '', namespaceId };
  try {
    const message = { projectId, databaseId: '', partitionId, query };
    const { batch } = await send('runQuery', message, timeoutMs);
    return (batch?.entityResults ?? []).some(
      (result) => result.entity?.key?.path?.at(-1)?.name === name,
    );
  } catch {
    // There is no other database here, so nothing can be mixed.
    return false;
  }
}
