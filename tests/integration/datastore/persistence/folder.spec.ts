import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type KeptDatastore } from '../data-test.js';

const MARKER = 'app-test-datastore.json';
const STORE = 'leveldb';

/** Makes data, and leaves it in LevelDB's log, or after another start in a table. */
async function fill(start: () => Promise<KeptDatastore>, { starts = 1 } = {}): Promise<void> {
  const datastore = await start();
  const client = datastore.open();
  for (let at = 0; at < 40; at++) {
    // What can't be compressed: damage must not fall where it changes nothing.
    const data = { bytes: randomBytes(3000) };
    await client.save({ key: client.key(['T', `n${at}`]), data, excludeFromIndexes: ['bytes'] });
  }
  await datastore.stop();
  for (let again = 1; again < starts; again++) await (await start()).stop();
}

function largest(folder: string, ending: string): string {
  const files = readdirSync(join(folder, STORE)).filter((name) => name.endsWith(ending));
  const [first] = files
    .map((name) => join(folder, STORE, name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size);
  return first!;
}

function damage(file: string, where = 0.5): void {
  const bytes = readFileSync(file);
  bytes[Math.floor((bytes.length - 1) * where)]! ^= 0xff;
  writeFileSync(file, bytes);
}

test('a folder that another Datastore uses is refused, and is free once that one has stopped', async ({
  start,
}) => {
  const first = await start();
  const client = first.open();
  await client.save({ key: client.key(['T', 'a']), data: {} });
  await expect(start()).rejects.toMatchObject({ code: 'DATA_LOCKED' });
  expect((await client.get(client.key(['T', 'a'])))[0]).toBeDefined();
  await first.stop();
  await (await start()).stop();
});

test('a port that is taken leaves the folder free', async ({ start, embedded }) => {
  await expect(start({ port: embedded.port })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
  await start();
});

test('a folder is made, with those above it', async ({ start, folder }) => {
  await start({ data: join(folder, 'some', 'where') });
  expect(readdirSync(join(folder, 'some', 'where'))).toContain(MARKER);
});

test('a file is refused, and so is what cannot be made', async ({ start, folder }) => {
  const file = join(folder, 'file');
  writeFileSync(file, 'mine');
  for (const data of [file, join(file, 'below')]) {
    await expect(start({ data })).rejects.toMatchObject({
      code: 'DATA_UNUSABLE',
      message: expect.stringContaining(data),
    });
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a folder with something else in it is refused and left alone', async ({ start, folder }) => {
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  await expect(start()).rejects.toMatchObject({ code: 'DATA_FOREIGN' });
  expect(readdirSync(folder)).toEqual(['notes.txt']);
});

test('a store that lacks its mark is refused', async ({ start, folder }) => {
  await fill(start);
  unlinkSync(join(folder, MARKER));
  await expect(start()).rejects.toMatchObject({ code: 'DATA_FOREIGN' });
});

test('what the first start leaves when it is cut off is no hindrance', async ({
  start,
  folder,
}) => {
  mkdirSync(join(folder, STORE));
  for (const name of ['LOCK', 'LOG', '000003.log']) writeFileSync(join(folder, STORE, name), '');
  await fill(start);
});

test('another format is refused and named', async ({ start, folder }) => {
  await fill(start);
  writeFileSync(join(folder, MARKER), '{ "format": 2 }');
  await expect(start()).rejects.toMatchObject({
    code: 'DATA_FORMAT',
    message: expect.stringContaining('has format 2; this version of app-test knows format 1'),
  });
  expect(readFileSync(join(folder, MARKER), 'utf8')).toBe('{ "format": 2 }');
});

for (const [what, harm, starts] of [
  ['an unreadable mark', (folder: string) => writeFileSync(join(folder, MARKER), 'x'), 1],
  ['no CURRENT', (folder: string) => unlinkSync(join(folder, STORE, 'CURRENT')), 1],
  ['a damaged CURRENT', (folder: string) => writeFileSync(join(folder, STORE, 'CURRENT'), 'x'), 1],
  ['a damaged log', (folder: string) => damage(largest(folder, '.log')), 1],
  ['a log damaged at its end', (folder: string) => damage(largest(folder, '.log'), 1), 1],
  ['a damaged table', (folder: string) => damage(largest(folder, '.ldb')), 2],
  ['a missing table', (folder: string) => unlinkSync(largest(folder, '.ldb')), 2],
] as const) {
  test(`a folder with ${what} is refused as damaged`, async ({ start, folder }) => {
    await fill(start, { starts });
    harm(folder);
    await expect(start()).rejects.toMatchObject({
      code: 'DATA_DAMAGED',
      message: expect.stringContaining(folder),
    });
  });
}
