import type { Datastore } from '@google-cloud/datastore';
import { startDatastore } from '../../../datastore/index.js';
import { expect, test } from './index-test.js';

const ordered = (datastore: Datastore, ...names: string[]): Promise<unknown> =>
  datastore.runQuery(
    names.reduce((query, name) => query.order(name), datastore.createQuery('Task')),
  );

test('what queries needed is written to a new file, which then serves them', async ({
  files,
  startWith,
}) => {
  const writeIndexes = files.path('index.yaml');
  const datastore = await startWith({ writeIndexes });
  await ordered(datastore, 'a');
  expect(files.read('index.yaml')).toBe('indexes: []\n');
  await ordered(datastore, 'a', 'b');
  await ordered(datastore, 'a', 'b');
  await datastore.runQuery(
    datastore
      .createQuery('Task')
      .hasAncestor(datastore.key(['List', 1]))
      .order('n', { descending: true }),
  );
  expect(files.read('index.yaml')).toBe(`indexes:
- kind: Task
  properties:
  - name: a
  - name: b
- kind: Task
  ancestor: yes
  properties:
  - name: n
    direction: desc
`);
  const strict = await startWith({ indexes: writeIndexes });
  await ordered(strict, 'a', 'b');
  await expect(ordered(strict, 'b', 'a')).rejects.toMatchObject({ code: 9 });
  expect(files.list()).toEqual(['index.yaml']);
});

test('what a file has stays, with its comments, and is not written twice', async ({
  files,
  startWith,
}) => {
  const before = `# Deployed by hand.
indexes:

  # The list of a user.
  - kind: Task
    properties:
      - name: owner # of the task
      - name: a
        direction: asc

# The end.
`;
  const writeIndexes = files.write('index.yaml', before);
  const datastore = await startWith({ writeIndexes });
  await datastore.runQuery(datastore.createQuery('Task').filter('owner', 'x').order('a'));
  expect(files.read('index.yaml')).toBe(before);
  await ordered(datastore, 'a', 'b');
  expect(files.read('index.yaml')).toBe(
    before.replace(
      '        direction: asc\n',
      `        direction: asc
  - kind: Task
    properties:
      - name: a
      - name: b
`,
    ),
  );
});

test('an edit while the Datastore runs is kept', async ({ files, startWith }) => {
  const writeIndexes = files.path('index.yaml');
  const datastore = await startWith({ writeIndexes });
  await ordered(datastore, 'a', 'b');
  files.write('index.yaml', 'indexes:\n- kind: Other\n  properties:\n  - name: x\n  - name: y\n');
  await ordered(datastore, 'c', 'd');
  expect(files.read('index.yaml')).toBe(
    'indexes:\n- kind: Other\n  properties:\n  - name: x\n  - name: y\n' +
      '- kind: Task\n  properties:\n  - name: c\n  - name: d\n',
  );
});

test('with one file for both a query is refused, and the next start knows its index', async ({
  files,
  startWith,
}) => {
  const file = files.path('index.yaml');
  const both = { indexes: file, writeIndexes: file };
  const first = await startWith(both);
  await expect(ordered(first, 'a', 'b')).rejects.toMatchObject({ code: 9 });
  await ordered(await startWith(both), 'a', 'b');
});

// [what is wrong, the file, what the error says]
const WRONG: [string, string, string][] = [
  ['no YAML', 'indexes:\n- kind: "Task\n', 'line 3: Missing closing "quote'],
  ['a list', '- kind: Task\n', 'line 1: the file must be a mapping with indexes'],
  ['an unknown section', 'cron: []\n', "line 1: the file has no field 'cron'"],
  [
    'an unknown field of an index',
    'indexes:\n- kind: Task\n  ancester: yes\n',
    "line 3: an index has no field 'ancester'. Did you mean 'ancestor'?",
  ],
  [
    'an unknown field of a property',
    'indexes:\n- kind: Task\n  properties:\n  - name: a\n    order: desc\n',
    "line 5: a property has no field 'order'",
  ],
  ['an index without a kind', 'indexes:\n- properties:\n  - name: a\n', 'line 2: kind is missing'],
  [
    'a property without a name',
    'indexes:\n- kind: Task\n  properties:\n  - direction: asc\n',
    'line 4: name is missing',
  ],
  [
    'an unknown direction',
    'indexes:\n- kind: Task\n  properties:\n  - name: a\n    direction: up\n',
    "line 5: direction is 'up'; it must be one of asc, ascending, desc, descending",
  ],
  [
    'an ancestor that is neither',
    'indexes:\n- kind: Task\n  ancestor: maybe\n',
    "line 3: ancestor is 'maybe'; it must be one of yes, no, true, false",
  ],
  ['properties that are no list', 'indexes:\n- kind: A\n  properties: b\n', 'properties must be'],
];

for (const [what, text, expected] of WRONG) {
  test(`an index file with ${what} is refused with its line`, async ({ files }) => {
    const file = files.write('index.yaml', text);
    for (const options of [{ indexes: file }, { writeIndexes: file }]) {
      const error = await startDatastore(options).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'INDEX_FILE_INVALID' });
      expect((error as Error).message).toContain(
        `${file}, ${expected.startsWith('line') ? expected : ''}`,
      );
      expect((error as Error).message).toContain(expected);
    }
    expect(files.read('index.yaml')).toBe(text);
  });
}

test('a file that cannot be read or written is named at the start', async ({ files }) => {
  const file = files.path('no/index.yaml');
  for (const options of [{ indexes: file }, { writeIndexes: file }]) {
    const error = await startDatastore(options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INDEX_FILE_UNUSABLE' });
    expect((error as Error).message).toContain(file);
  }
});

test('kinds and names keep what they look like', async ({ files, startWith }) => {
  const indexes = files.write(
    'index.yaml',
    'indexes:\n- kind: 007\n  properties: [{name: true}, {name: 1.50, direction: DESC}]\n',
  );
  const datastore = await startWith({ indexes });
  const query = datastore.createQuery('007').order('true').order('1.50', { descending: true });
  await datastore.runQuery(query);
});

test('names that YAML would take for something else are written in quotes', async ({
  files,
  startWith,
}) => {
  const writeIndexes = files.path('index.yaml');
  await ordered(await startWith({ writeIndexes }), 'yes', 'a: b');
  expect(files.read('index.yaml')).toBe(
    'indexes:\n- kind: Task\n  properties:\n  - name: "yes"\n  - name: "a: b"\n',
  );
});

test('an index for vector search is no index for other queries', async ({ files, startWith }) => {
  const indexes = files.write(
    'index.yaml',
    'indexes:\n- kind: Task\n  properties:\n  - name: a\n  - name: v\n    vectorConfig:\n      dimension: 3\n      flat: {}\n',
  );
  const datastore = await startWith({ indexes });
  await expect(ordered(datastore, 'a', 'v')).rejects.toMatchObject({ code: 9 });
});
