import { startDatastore } from '../../../datastore/index.js';
import { readPages } from '../../../mirror/copy/read-pages.js';
import { notBegun } from '../../../mirror/copy/tasks.js';
import { openSource } from '../../../mirror/rpc/connection.js';
import { expect, openPair, test } from './mirror-test.js';

const mebibyte = 1024 * 1024;

test('a page stays small though large entities follow small ones', async () => {
  // Like the service it answers a large query in parts; the Firestore emulator answers it whole.
  const datastore = await startDatastore();
  const pair = openPair(datastore.address);
  const small = Array.from({ length: 50 }, (_, index) => ({
    key: pair.source.key('File', index + 1),
    properties: {},
  }));
  await pair.source.write(small);
  const large = { blobValue: Buffer.alloc(1_000_000, 7), excludeFromIndexes: true };
  for (let index = 51; index <= 90; index++)
    await pair.source.write([{ key: pair.source.key('File', index), properties: { large } }]);
  const source = await openSource(pair.sourcePlace);
  const plan = { kind: 'File', filter: undefined, limit: undefined, count: 90 };
  const task = { id: 0, plan, from: undefined, before: undefined, progress: notBegun() };

  const sizes: number[] = [];
  let count = 0;
  for await (const { entities } of readPages(source, task, new AbortController().signal)) {
    sizes.push(entities.reduce((sum, { length }) => sum + length, 0));
    count += entities.length;
  }
  source.close();
  await Promise.all([pair.source.close(), pair.target.close()]);
  await datastore.stop();

  expect(count).toBe(90);
  expect(Math.max(...sizes)).toBeLessThan(12 * mebibyte);
});
