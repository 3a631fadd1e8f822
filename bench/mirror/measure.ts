// Measures one case in this process and prints the result as its last line.

import { Datastore } from '@google-cloud/datastore';
import pLimit from 'p-limit';
import { copyTasks } from '../../mirror/copy/copy-tasks.js';
import { createEntityMover } from '../../mirror/copy/move-entity.js';
import { createTasks } from '../../mirror/copy/tasks.js';
import type { Place } from '../../mirror/places/place.js';
import { Exclusions } from '../../mirror/plan/exclusions.js';
import { planCopy } from '../../mirror/plan/plan.js';
import { openSource, openTarget } from '../../mirror/rpc/connection.js';
import { encodeMessage } from '../../mirror/rpc/schema.js';

/** What a case came to. */
export interface Measurement {
  entities: number;
  seconds: number;
  /** The most memory that this process had, in MiB. */
  peakMemory: number;
}

/** What is measured. */
export type CaseName = keyof typeof cases;

const [name, host, perKindText, namespace] = process.argv.slice(2) as [
  CaseName,
  string,
  string,
  string,
];
const perKind = Number(perKindText);
const kinds = ['Customer', 'Order', 'Product', 'Review'];
const total = perKind * kinds.length;
const source: Place = { host, projectId: 'bench', databaseId: '', namespaceId: '' };
const target: Place = { ...source, databaseId: 'app-tests', namespaceId: namespace };
const { signal } = new AbortController();
const batch = 500;

const cases = {
  /** Fills the source. */
  seed: () => commitMade(source),
  /** What a script does that one writes in five minutes. */
  simple: async () => {
    const options = { projectId: 'bench', apiEndpoint: host };
    const from = new Datastore(options);
    const into = new Datastore({ ...options, databaseId: 'app-tests', namespace });
    for (const kind of kinds) {
      const [entities] = await from.runQuery(from.createQuery(kind));
      for (let at = 0; at < entities.length; at += batch) {
        await into.save(
          entities.slice(at, at + batch).map((data) => ({
            key: into.key((data[from.KEY] as { path: (string | number)[] }).path),
            data,
          })),
        );
      }
    }
  },
  /** The mirror, from its plan on: all but the PIN. */
  mirror: async () => {
    const [from, into] = [await openSource(source), await openTarget(target)];
    const exclusions = new Exclusions([]);
    const selection = { kinds, filters: new Map(), limit: undefined };
    const plan = await planCopy(from, selection, exclusions, signal);
    const move = createEntityMover(source, target, exclusions, (_, entity) => entity);
    const tasks = await createTasks(from, plan, signal);
    await copyTasks(tasks, { source: from, target: into, move, record: () => {}, signal });
    from.close();
    into.close();
  },
  /** Commits of what is in memory already, eight at a time: nothing is read, moved or reserved. */
  raw: () => commitMade(target),
} satisfies Record<string, () => Promise<void>>;

const begun = performance.now();
await cases[name]();
const result: Measurement = {
  entities: total,
  seconds: (performance.now() - begun) / 1000,
  peakMemory: Math.round(process.resourceUsage().maxRSS / 1024),
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());

async function commitMade(place: Place): Promise<void> {
  const connection = await openTarget(place);
  const limit = pLimit(8);
  const commits = kinds.flatMap((kind) =>
    Array.from({ length: Math.ceil(perKind / batch) }, (_, at) => () => {
      const count = Math.min(batch, perKind - at * batch);
      const mutations = Array.from({ length: count }, (_, index) => ({
        upsert: makeEntity(place, kind, at * batch + index + 1),
      }));
      return connection.call('Commit', { mode: 2, mutations });
    }),
  );
  await Promise.all(commits.map((commit) => limit(commit)));
  connection.close();
}

function makeEntity(place: Place, kind: string, id: number): Uint8Array {
  const { projectId, databaseId, namespaceId } = place;
  const texts = Array.from({ length: 10 }, (_, index) => [
    `text${index}`,
    { stringValue: `some text of entity ${id}, property ${index}` },
  ]);
  const numbers = Array.from({ length: 10 }, (_, index) => [
    `number${index}`,
    { integerValue: String(id * index) },
  ]);
  return encodeMessage('Entity', {
    key: { partitionId: { projectId, databaseId, namespaceId }, path: [{ kind, id: String(id) }] },
    properties: Object.fromEntries([...texts, ...numbers]),
  });
}
