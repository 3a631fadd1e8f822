import { expect, test } from '@playwright/test';
import { AppTestError } from '../../../protocol/index.js';
import { rewriteError, rewriteErrorText } from '../../../server/redirect/rewrite-error.js';

const target = { projectId: 'test-project', database: 'app-tests', namespace: 'shop', host: null };
const scope = { target, session: '', appProjectId: 'live-project', appDatabase: '' };

const asText = (partition: string[]): string =>
  ['no entity to update: app: "P"', ...partition, ''].join('\n').replace('P', 'test-project');

test('the text format of a key names what the app addressed', () => {
  const path = ['path <', '  Element {', '    type: "Task"', '  }', '>'];
  expect(
    rewriteErrorText(
      asText(['name_space: "shop...tenant"', ...path, 'database_id: "app-tests"']),
      scope,
    ),
  ).toBe(
    ['no entity to update: app: "live-project"', 'name_space: "tenant"', ...path, ''].join('\n'),
  );
  expect(
    rewriteErrorText(asText(['name_space: "shop"', ...path, 'database_id: "app-tests"']), scope),
  ).toBe(['no entity to update: app: "live-project"', ...path, ''].join('\n'));
});

for (const [received, shown] of [
  [
    'partitionRef=test-project#app-tests!shop...tenant, path=/A/b',
    'partitionRef=live-project!tenant, path=/A/b',
  ],
  ['partitionRef=test-project#app-tests!shop, path=/A/b', 'partitionRef=live-project, path=/A/b'],
  [
    "database 'projects/test-project/databases/app-tests'",
    "database 'projects/live-project/databases/(default)'",
  ],
  [
    'The database app-tests does not exist for project test-project',
    'The database (default) does not exist for project live-project',
  ],
  [
    "The query namespace is 'shop' but ancestor namespace is 'shop...zz'.",
    "The query namespace is '' but ancestor namespace is 'zz'.",
  ],
  [
    'app-tests-2 and test-project-2 and myshop stay',
    'app-tests-2 and test-project-2 and myshop stay',
  ],
] as const) {
  test(`an error text shows the app's own address: ${shown}`, () => {
    expect(rewriteErrorText(received, scope)).toBe(shown);
  });
}

test("an error text shows the app's own named database and session-free namespace", () => {
  const named = { ...scope, session: 'w1', appDatabase: 'main' };
  expect(rewriteErrorText('x=test-project#app-tests!shop.w1.main.tenant', named)).toBe(
    'x=live-project#main!tenant',
  );
});

test('an error keeps its identity, class, code and metadata', () => {
  const error = Object.assign(new TypeError('5 NOT_FOUND: test-project'), {
    code: 5,
    details: 'test-project',
    metadata: { a: 1 },
  });
  expect(rewriteError(error, scope)).toBe(error);
  expect(error).toMatchObject({
    message: '5 NOT_FOUND: live-project',
    code: 5,
    details: 'live-project',
  });
  expect(error.stack).not.toContain('test-project');
});

test('errors of ours, frozen ones and strange values are left alone', () => {
  const own = new AppTestError({ code: 'EGRESS_BLOCKED', message: 'about app-tests' });
  expect(rewriteError(own, scope)).toBe(own);
  expect(own.message).toContain('app-tests');
  const frozen = Object.freeze(new Error('test-project'));
  expect(rewriteError(frozen, scope)).toBe(frozen);
  expect(rewriteError('text', scope)).toBe('text');
  expect(rewriteError(undefined, scope)).toBeUndefined();
});
