import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type CallScope, normalizeDatabase } from '../../../server/redirect/call-scope.js';
import type { RequestMessage } from '../../../server/redirect/messages.js';
import { mapKeys } from '../../../server/redirect/map-keys.js';
import { mapKey, unmapKey } from '../../../server/redirect/map-key.js';
import { rewriteRequest } from '../../../server/redirect/rewrite-request.js';
import { anyRequest, app } from './arbitrary-messages.js';

const target = { projectId: 'test-project', database: 'app-tests', namespace: 'shop', host: null };

function scopeOf(request: RequestMessage, session = 'w1'): CallScope {
  return {
    target,
    session,
    appProjectId: app.projectId,
    appDatabase: normalizeDatabase(request.databaseId),
  };
}

/** Every object of a message, itself included, with the field that holds it. */
function listParts(part: unknown, field = ''): [string, Record<string, unknown>][] {
  if (typeof part !== 'object' || part === null || Buffer.isBuffer(part)) return [];
  const own: [string, Record<string, unknown>][] = Array.isArray(part)
    ? []
    : [[field, part as Record<string, unknown>]];
  const below = Object.entries(part).flatMap(([name, value]) =>
    listParts(value, Array.isArray(part) ? field : name),
  );
  return [...own, ...below];
}

function deepFreeze<T>(part: T): T {
  for (const [, object] of listParts(part)) Object.freeze(object);
  return part;
}

test('nothing of what the app addressed is left in a rewritten request, at any depth', () => {
  fc.assert(
    fc.property(anyRequest, ({ method, request }) => {
      const rewritten = rewriteRequest(method, request, scopeOf(request));
      const text = JSON.stringify(rewritten);
      expect(text).not.toContain(app.projectId);
      // The app's database and namespace are left only inside encoded namespaces.
      expect(text).not.toMatch(/"live-db"|"live-ns"|"live\.ns\.a\.b"/);
    }),
  );
});

test('every key of a rewritten request is in the target, in a namespace of the session', () => {
  fc.assert(
    fc.property(anyRequest, ({ method, request }) => {
      const rewritten = rewriteRequest(method, request, scopeOf(request));
      expect(rewritten).toMatchObject({ projectId: 'test-project', databaseId: 'app-tests' });
      for (const [, part] of listParts(rewritten)) {
        if (!Array.isArray(part.path)) continue;
        expect(part.partitionId).toEqual({
          projectId: 'test-project',
          databaseId: 'app-tests',
          namespaceId: expect.stringMatching(/^shop\.w1\./),
        });
      }
    }),
  );
});

test('a request is never changed itself', () => {
  fc.assert(
    fc.property(anyRequest, ({ method, request }) => {
      const before = structuredClone(request);
      rewriteRequest(method, deepFreeze(request), scopeOf(request));
      expect(request).toEqual(before);
    }),
  );
});

test('keys come back as the app sent them, with what Datastore fills in', () => {
  fc.assert(
    fc.property(anyRequest, ({ request }) => {
      const scope = scopeOf(request);
      const sent = { keys: request.keys ?? [] };
      const there = mapKeys('LookupRequest', sent, (key) => mapKey(scope, key));
      const back = mapKeys('LookupRequest', there, (key) => unmapKey(scope, key));
      expect(back.keys).toEqual(
        sent.keys.map(({ path, partitionId }) => ({
          path,
          partitionId: {
            projectId: app.projectId,
            databaseId: request.databaseId,
            namespaceId: partitionId?.namespaceId ?? '',
          },
        })),
      );
    }),
  );
});

test('different databases and namespaces of the app never share one of the target', () => {
  const addresses = fc.tuple(
    fc.constantFrom('', 'one', 'two'),
    fc.constantFrom('', 'a', 'b', 'one', '.a', 'a.b'),
    fc.constantFrom('', 'w1', 'w2'),
  );
  const place = ([databaseId, namespaceId, session]: [string, string, string]): unknown => {
    const request = { databaseId, keys: [{ partitionId: { namespaceId }, path: [] }] };
    return rewriteRequest('lookup', request, scopeOf(request, session)).keys?.[0]?.partitionId
      ?.namespaceId;
  };
  fc.assert(
    fc.property(addresses, addresses, (one, other) => {
      expect(place(one) === place(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test("the default database by its two names is the app's one default database", () => {
  const place = (databaseId: string): unknown =>
    rewriteRequest('lookup', { keys: [{ path: [] }], databaseId }, scopeOf({ databaseId }));
  expect(place('(default)')).toEqual(place(''));
});

test('properties named like fields of the protocol are data', () => {
  const request: RequestMessage = {
    mutations: [
      {
        upsert: {
          key: { path: [{ kind: 'Task', name: 'a' }] },
          properties: JSON.parse(
            '{"partitionId":{"stringValue":"x"},"key":{"stringValue":"y"},"__proto__":{"keyValue":{"path":[]}}}',
          ),
        },
      },
    ],
  };
  const [mutation] = rewriteRequest('commit', request, scopeOf(request)).mutations ?? [];
  const properties = mutation?.upsert?.properties ?? {};
  expect(Object.keys(properties).toSorted()).toEqual(['__proto__', 'key', 'partitionId']);
  expect(properties).toMatchObject({
    partitionId: { stringValue: 'x' },
    key: { stringValue: 'y' },
  });
  expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
});
