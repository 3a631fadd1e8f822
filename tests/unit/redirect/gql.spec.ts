import { expect, test } from '@playwright/test';
import { mapGqlPartitions } from '../../../server/redirect/rewrite-gql.js';

const scope = {
  target: { projectId: 'test-project', database: 'app-tests', namespace: 'shop', host: null },
  session: '',
  appProjectId: 'live-project',
  appDatabase: '',
};

const rewrite = (queryString: string): string | null | undefined =>
  mapGqlPartitions({ queryString, allowLiterals: true }, scope).queryString;

test('the partitions that a key literal spells out move to the target', () => {
  expect(
    rewrite(
      "SELECT * FROM Task WHERE __key__ = KEY(project ( 'live-project' ), NAMESPACE(\"tenant\"), Task, 'a')",
    ),
  ).toBe(
    "SELECT * FROM Task WHERE __key__ = KEY(project ( 'test-project' ), NAMESPACE(\"shop...tenant\"), Task, 'a')",
  );
  expect(
    rewrite("SELECT * WHERE __key__ HAS ANCESTOR KEY(DATABASE('x'), NAMESPACE(''), A, 1)"),
  ).toBe("SELECT * WHERE __key__ HAS ANCESTOR KEY(DATABASE('app-tests'), NAMESPACE('shop'), A, 1)");
});

test('strings and names that only look like a partition stay', () => {
  for (const text of [
    "SELECT * FROM Task WHERE note = 'NAMESPACE(''tenant'')'",
    "SELECT * FROM `PROJECT` WHERE `NAMESPACE` = 'x'",
    "SELECT * FROM Task WHERE NAMESPACE = 'x' AND a = \"it's\"",
    'SELECT * FROM Task WHERE a IN ARRAY(1, 2)',
  ]) {
    expect(rewrite(text)).toBe(text);
  }
});

test('kinds of ours are replaced by one without entities', () => {
  expect(rewrite('SELECT * FROM `app-test-session`')).toBe(
    'SELECT * FROM `app-test-session-nothing`',
  );
  expect(rewrite("SELECT * FROM Task WHERE a = '`app-test-session`'")).toBe(
    "SELECT * FROM Task WHERE a = '`app-test-session`'",
  );
});
