import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { v1 } from '@google-cloud/datastore';
import { credentials } from '@grpc/grpc-js';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { startDatastore } from '../../../datastore/index.js';
import { findGcloud, startFirestoreEmulator } from '../../support/google-emulator.js';
import {
  arrayQuery,
  boundsEquality,
  hasAlternatives,
  ordersEquality,
  scenario,
  type Scenario,
  type Step,
} from './random-operations.js';

/*
 * The same random operations on the embedded Datastore and on Google's Firestore emulator. `npm run test:differential`
 * makes a run ten times as long as in CI, from another seed every day; DIFFERENTIAL_OPERATIONS and DIFFERENTIAL_SEED
 * set both. Left out, because there the
 * emulator does not do what Google documents:
 * - Ordered and ranged results over array properties: it returns an entity once for each of its index entries.
 *   (https://cloud.google.com/datastore/docs/concepts/queries: "an entity appears only once"). Such queries are compared
 *   after removing repetitions; where alternatives (OR, IN, !=) meet arrays, in any order.
 * - An equality and an inequality on one array property: it finds nothing where the equality's value does not satisfy the
 *   inequality, though another one of the array does. (The same page: an entity matches an equality with any of its values,
 *   and inequalities with one that satisfies them all.)
 * - An order on an array property with an equality: it sorts by the other values of the arrays. (The same page: "Sort
 *   orders are ignored on properties with equality filters", of multiple values too.) These are compared in any order.
 * - Stale base versions without FAIL: it applies the mutation (Mutation.conflict_resolution_strategy: "the server entity
 *   is kept").
 * - Aggregations: it does not check their filters (PropertyFilter.Operator: NOT_IN not beside OR and IN).
 * - Projected strings: in descending order it marks them with meaning 18, in ascending order it does not.
 * - `more_results` after an end cursor: it says NO_MORE_RESULTS (QueryResultBatch.MoreResultsType).
 */
const OPERATIONS = Number(process.env.DIFFERENTIAL_OPERATIONS ?? 10_000);
/** Milliseconds; a longer run may take longer. */
const MOST_TIME = Math.max(480_000, OPERATIONS * 48);
const OPERATIONS_PER_RUN = 100;
const PROJECT = 'differential';
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;

type Client = InstanceType<typeof v1.DatastoreClient>;

test('behaves like the Firestore emulator under random operations', async () => {
  test.skip(findGcloud() === undefined, 'gcloud is not installed: nothing to compare with');
  test.setTimeout(MOST_TIME + 120_000);
  const [embedded, emulator] = [await startDatastore(), await startFirestoreEmulator()];
  const clients = [embedded.address, emulator.address].map(connect);
  try {
    await fc.assert(
      fc.asyncProperty(scenario(OPERATIONS_PER_RUN), (steps) => compare(clients, steps)),
      {
        // A run has half of the most on average.
        numRuns: Math.ceil((2 * OPERATIONS) / OPERATIONS_PER_RUN),
        endOnFailure: process.env.CI !== undefined,
        seed: Number(process.env.DIFFERENTIAL_SEED ?? 20_261_121),
        interruptAfterTimeLimit: MOST_TIME,
        markInterruptAsFailure: true,
      },
    );
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all([embedded.stop(), emulator.stop()]);
  }
  expect(clients).toHaveLength(2);
});

function connect(address: string): Client {
  const [servicePath, port] = address.split(':');
  return new v1.DatastoreClient({
    servicePath: servicePath!,
    port: Number(port),
    sslCreds: credentials.createInsecure(),
    projectId: PROJECT,
  });
}

async function compare(clients: Client[], steps: Scenario): Promise<void> {
  const namespaceId = `d${randomBytes(6).toString('hex')}`;
  for (const step of steps) {
    const [ours, theirs] = await Promise.all(
      clients.map((client) => perform(client, step, namespaceId)),
    );
    // UNKNOWN is a failure of the emulator's own: it tells nothing about the request.
    if ((theirs as { code?: number } | undefined)?.code === UNKNOWN) continue;
    const isRefused = (ours as { code?: number } | undefined)?.code === INVALID_ARGUMENT;
    if (isRefused && step.method === 'runAggregationQuery') continue;
    assert.deepEqual(ours, theirs, `${JSON.stringify(step)} in ${namespaceId}`);
  }
}

/** What a client sees of a step, without what cannot be the same on both sides. */
async function perform(client: Client, step: Step, namespaceId: string): Promise<unknown> {
  const partitionId = { projectId: PROJECT, namespaceId };
  const request = JSON.parse(
    JSON.stringify(step.request).replaceAll('"PARTITION"', JSON.stringify(partitionId)),
  ) as object;
  try {
    const method = client[step.method].bind(client) as (
      request: object,
      options: object,
    ) => Promise<[Record<string, unknown>]>;
    const [response] = await method({ projectId: PROJECT, ...request }, { retry: null });
    return summarize(step, response);
  } catch (error) {
    return { code: (error as { code: number }).code };
  }
}

interface Result {
  entity: { key: { path: unknown }; properties: Record<string, object> };
}

function summarize(step: Step, response: Record<string, unknown>): unknown {
  switch (step.method) {
    case 'commit':
      return (
        response.mutationResults as { conflictDetected: boolean; transformResults: unknown[] }[]
      ).map(({ conflictDetected, transformResults }) => ({ conflictDetected, transformResults }));
    case 'lookup':
      return {
        found: normalize(response.found as Result[]),
        missing: normalize(response.missing as Result[]),
      };
    case 'runQuery': {
      if (boundsEquality(step)) return undefined;
      const batch = response.batch as { entityResults: Result[]; moreResults: string };
      const results = batch.entityResults.map(describe);
      if (!arrayQuery(step)) return { results, more: batch.moreResults };
      const once = [...new Set(results)];
      return hasAlternatives(step) || ordersEquality(step) ? once.toSorted() : once;
    }
    default: {
      const { aggregationResults } = response.batch as {
        aggregationResults: { aggregateProperties: object }[];
      };
      return arrayQuery(step) ? undefined : aggregationResults[0]?.aggregateProperties;
    }
  }
}

/** The order in which lookups answer is undefined. */
function normalize(results: Result[]): string[] {
  return results.map(describe).toSorted();
}

/** The order of properties is undefined. */
function describe({ entity }: Result): string {
  const properties = Object.entries(entity.properties)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, 'stringValue' in value ? { ...value, meaning: 0 } : value]);
  return JSON.stringify([entity.key.path, properties]);
}
