// 100,000 operations: ISOLATION_OPERATIONS=100000 npx playwright test tests/integration/server/isolation.spec.ts --project=integration
// A failure prints its seed and the fewest operations that still fail; ISOLATION_SEED runs it again.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from '../../support/server-test.js';
import type { TestServer } from '../../support/test-server.js';

const main = fileURLToPath(new URL('../../support/apps/isolation-app.mjs', import.meta.url));
const operations = Number(process.env.ISOLATION_OPERATIONS ?? 900);
const perRun = 150;
const atOnce = 24;
const sessions = Array.from({ length: 8 }, (_, index) => `s${index}`);

const operation = fc.record({
  session: fc.constantFrom(...sessions),
  kind: fc.constantFrom(
    'read',
    'write',
    'query',
    'stream',
    'transaction',
    'callback',
    'timer',
    'late',
  ),
  namespace: fc.constantFrom('', '', 'acme', 'bolt'),
  id: fc.integer({ min: 1, max: 4 }),
  delay: fc.integer({ min: 0, max: 4 }),
});

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Sends an operation on a connection that all sessions share. */
async function send(
  server: TestServer,
  agent: Agent,
  token: string,
  { session: tag, ...op }: Operation,
): Promise<{ tags?: string[] }> {
  const headers = { cookie: `app-test-token=${token}`, 'content-type': 'application/json' };
  const body = await new Promise<string>((resolve, reject) => {
    request(server.url, { method: 'POST', agent, headers }, (response) => {
      text(response).then(resolve, reject);
    })
      .on('error', reject)
      .end(JSON.stringify({ ...op, tag }));
  });
  return JSON.parse(body) as { tags?: string[] };
}

/** Runs the operations, many at a time, each session's among all others'. */
async function runAll(list: readonly Operation[], run: (op: Operation) => Promise<void>) {
  const rest = list.values();
  const work = async () => {
    for (const op of rest) await run(op);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

test('no interleaving of sessions shows one session the data of another', async ({
  startServer,
}) => {
  test.setTimeout(60_000 + operations * 10);
  const server = await startServer({ use: 'register', main });
  const tokens = new Map<string, string>();
  for (const name of sessions)
    tokens.set(name, (await server.status(`?session=${name}`)).json.token);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: perRun, maxLength: perRun, size: 'max' }),
      async (list) => {
        await runAll(list, async (op) => {
          const { tags } = await send(server, agent, tokens.get(op.session)!, op);
          const wanted = (tags ?? ['no answer']).map(() => op.session);
          // Playwright keeps a step of each expect(), and looks through them at the next one.
          assert.deepEqual(tags, wanted, JSON.stringify(op));
        });
      },
    ),
    {
      numRuns: Math.ceil(operations / perRun),
      ...(process.env.ISOLATION_SEED && { seed: Number(process.env.ISOLATION_SEED) }),
    },
  );
  agent.destroy();

  const dump = async (token: string) => {
    const { json } = await server.visit(token, '/_test/data/dump', { method: 'POST' });
    return (json.entities as { properties: { tag: string } }[]).map(
      ({ properties }) => properties.tag,
    );
  };
  // What there is was written in the session, and nothing without one.
  for (const name of sessions) {
    expect([...new Set(await dump(tokens.get(name)!))]).toEqual([name]);
  }
  expect(await dump((await server.status()).json.token)).toEqual([]);
});
