import { type Redirect, runInSession } from '../../../server/redirect/index.js';
import { expect, loadDatastore, test, versions } from './redirect-test.js';
import { type ScenarioApp, steps } from './scenario.js';

/** Numbers and bytes that differ from run to run. */
function withoutChance(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('type' in value && value.type === 'Buffer') return '<bytes>';
  const chance = ['version', 'createTime', 'updateTime', 'readTime', 'commitTime', 'endCursor'];
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    chance.includes(name) ? '<chance>' : (field as unknown),
  ]);
  return Object.fromEntries(entries);
}

async function play(app: ScenarioApp): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, step] of Object.entries(steps)) {
    try {
      results[name] = JSON.parse(JSON.stringify((await step(app)) ?? null, withoutChance));
    } catch (error) {
      const { code, message, details } = error as Record<string, unknown>;
      results[name] = { code, message, details };
    }
  }
  return results;
}

function createApp(version: string, databaseId: string, host: string, live: string): ScenarioApp {
  const module = loadDatastore(version);
  const options = { projectId: live, ...(databaseId && { databaseId }), apiEndpoint: host };
  const datastore = new module.Datastore(options);
  const client = new module.v1.DatastoreClient(datastore.options);
  return { module, datastore, client, projectId: live, databaseId };
}

const moveOver = (redirect: Redirect, target: Parameters<Redirect['open']>[0]): void => {
  redirect.wait();
  redirect.open(target);
  redirect.admit();
};

for (const version of versions) {
  for (const databaseId of ['', 'main']) {
    test(`an app of ${version} on database '${databaseId}' sees what it would see in production`, async ({
      watching,
      target,
    }, testInfo) => {
      const live = `live-${testInfo.testId.slice(0, 8)}-${Date.now()}`;
      const inProduction = await play(createApp(version, databaseId, target.host!, live));
      expect(watching.rpcHasLeft).toBe(true);
      moveOver(watching, target);
      for (const session of ['', 'w1']) {
        const app = createApp(version, databaseId, target.host!, live);
        expect(await runInSession(session, () => play(app))).toEqual(inProduction);
      }
      const failed = Object.values(inProduction).filter(
        (result) => (result as object | null) && 'code' in (result as object),
      );
      expect(Object.keys(inProduction).length - failed.length).toBeGreaterThan(20);
    });
  }
}
