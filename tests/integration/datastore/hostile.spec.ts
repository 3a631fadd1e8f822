import { Client, credentials } from '@grpc/grpc-js';
import { expect, test } from './raw-client.js';

const SERVICE = '/google.datastore.v1.Datastore/';

/** Sends bytes as they are and resolves to the status code that comes back; 0 is success. */
function send(address: string, method: string, bytes: Buffer): Promise<number> {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
  });
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      method,
      (buffer: Buffer) => buffer,
      (buffer) => buffer,
      bytes,
      (error) => {
        client.close();
        resolve(error?.code ?? 0);
      },
    );
  });
}

/** A length-delimited field, whose length may be written in another way than usual. */
function field(number: number, bytes: Buffer, encodeLength = encodeVarint): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2, ...encodeLength(bytes.length)]), bytes]);
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return bytes;
  }
}

function nest(depth: number, wrap: (inner: Buffer) => Buffer): Buffer {
  let bytes = Buffer.alloc(0);
  for (let level = 0; level < depth; level++) bytes = wrap(bytes) as Buffer<ArrayBuffer>;
  return bytes;
}

const project = field(8, Buffer.from('embedded-test'));

for (const [what, method, bytes] of [
  ['bytes that are no message', 'Lookup', Buffer.from('ffffffffffffff', 'hex')],
  ['a message that ends too early', 'Commit', Buffer.from([0x32, 0x7f, 1])],
  ['nothing at all', 'RunQuery', Buffer.alloc(0)],
  ['a method that does not exist', 'Nonsense', Buffer.alloc(0)],
  ['text that is no UTF-8', 'Lookup', field(8, Buffer.from([0xff, 0xfe]))],
  [
    'filters nested 5,000 deep',
    'RunQuery',
    Buffer.concat([
      project,
      field(
        3,
        field(
          4,
          nest(5_000, (inner) => field(1, Buffer.concat([Buffer.from([8, 1]), field(2, inner)]))),
        ),
      ),
    ]),
  ],
  [
    'values nested 5,000 deep',
    'Commit',
    Buffer.concat([
      project,
      field(
        6,
        field(
          5,
          field(
            3,
            nest(5_000, (inner) => field(2, field(9, field(1, inner)))),
          ),
        ),
      ),
    ]),
  ],
  [
    'an entity whose end is in the middle of a length',
    'Commit',
    Buffer.concat([
      project,
      Buffer.from([40, 2]),
      field(6, field(6, Buffer.from('1a8080808080ffffffffff', 'hex'))),
    ]),
  ],
  [
    'an entity that ends too early',
    'Commit',
    Buffer.concat([project, Buffer.from([40, 2]), field(6, field(6, Buffer.from([0x0a, 0x7f])))]),
  ],
  ['30 MB', 'Lookup', Buffer.concat([project, field(30, Buffer.alloc(30_000_000))])],
] as const) {
  test(`${what} gets an error, and the next request its answer`, async ({ embedded, raw }) => {
    expect(await send(embedded.address, SERVICE + method, bytes)).toBeGreaterThan(0);
    const { missing } = await raw.call('lookup', { keys: [raw.key('T', 'a')] });
    expect(missing).toHaveLength(1);
  });
}

/** An entity key in the default namespace. */
function encodeKey(kind: string, name: string): Buffer {
  const element = Buffer.concat([field(1, Buffer.from(kind)), field(3, Buffer.from(name))]);
  return Buffer.concat([field(1, field(2, Buffer.from('embedded-test'))), field(2, element)]);
}

/** A property of an entity, an integer below 128. */
function encodeProperty(name: string, value: number): Buffer {
  return field(3, Buffer.concat([field(1, Buffer.from(name)), field(2, Buffer.from([16, value]))]));
}

for (const [what, pieces] of [
  ['its key after its properties', [encodeProperty('n', 7), field(1, encodeKey('Odd', 'a'))]],
  [
    'another key before the one that counts',
    [field(1, encodeKey('Odd', 'b')), encodeProperty('n', 7), field(1, encodeKey('Odd', 'a'))],
  ],
  [
    'a field that nobody knows',
    [field(1, encodeKey('Odd', 'a')), encodeProperty('n', 7), field(7, Buffer.from('x'))],
  ],
  [
    'a length in five bytes, of which the last says nothing',
    [
      field(1, encodeKey('Odd', 'a'), (length) => [length + 128, 128, 128, 128, 16]),
      encodeProperty('n', 7),
    ],
  ],
  [
    'a length in ten bytes, of which the last say nothing, and a property in its key that ends too early',
    [
      field(
        1,
        Buffer.concat([encodeKey('Odd', 'a'), field(15, Buffer.from([0x1a, 2, 0x12, 0x7f]))]),
        (length) => [length + 128, 128, 128, 128, 128, 0, 0, 0, 0, 0],
      ),
      encodeProperty('n', 7),
    ],
  ],
  [
    'a property twice, of which the last counts',
    [field(1, encodeKey('Odd', 'a')), encodeProperty('n', 1), encodeProperty('n', 7)],
  ],
] as const) {
  test(`an entity is stored whole that comes with ${what}`, async ({ embedded, raw }) => {
    const mutation = field(6, field(6, Buffer.concat(pieces)));
    const commit = Buffer.concat([project, Buffer.from([40, 2]), mutation]);
    expect(await send(embedded.address, `${SERVICE}Commit`, commit)).toBe(0);
    const key = { partitionId: { projectId: 'embedded-test' }, path: [{ kind: 'Odd', name: 'a' }] };
    const { found } = await raw.call('lookup', { keys: [key] });
    expect(found).toHaveLength(1);
    expect(found[0].entity.key.path).toMatchObject([{ kind: 'Odd', name: 'a' }]);
    expect(Object.keys(found[0].entity.properties)).toEqual(['n']);
    expect(Number(found[0].entity.properties.n.integerValue)).toBe(7);
    const filter = {
      propertyFilter: { property: { name: 'n' }, op: 'EQUAL', value: { integerValue: 7 } },
    };
    const query = { kind: [{ name: 'Odd' }], filter };
    const { batch } = await raw.call('runQuery', { partitionId: key.partitionId, query });
    expect(batch.entityResults).toHaveLength(1);
  });
}

test('property names that mean something to JavaScript are ordinary properties', async ({
  raw,
}) => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];
  const properties = Object.fromEntries(names.map((name) => [name, { integerValue: 1 }]));
  const key = raw.key('constructor', 'toString');
  await raw.call('commit', {
    mode: 'NON_TRANSACTIONAL',
    mutations: [{ upsert: { key, properties } }],
  });
  const { found } = await raw.call('lookup', { keys: [key] });
  expect(Object.keys(found[0].entity.properties).toSorted()).toEqual(names.toSorted());
  for (const name of [...names, 'isPrototypeOf']) {
    const filter = {
      propertyFilter: { property: { name }, op: 'EQUAL', value: { integerValue: 1 } },
    };
    const { batch } = await raw.call('runQuery', {
      partitionId: raw.partitionId,
      query: { kind: [{ name: 'constructor' }], filter },
    });
    expect(batch.entityResults).toHaveLength(names.includes(name) ? 1 : 0);
  }
});

test('more alternatives than a query may have are refused before they are spelled out', async ({
  raw,
}) => {
  const value = {
    arrayValue: { values: Array.from({ length: 30 }, (_, at) => ({ integerValue: at })) },
  };
  const one = (name: string): object => ({
    propertyFilter: { property: { name }, op: 'IN', value },
  });
  const filters = Array.from({ length: 40 }, (_, at) => one(`p${at}`));
  await expect(
    raw.call('runQuery', {
      partitionId: raw.partitionId,
      query: { kind: [{ name: 'K' }], filter: { compositeFilter: { op: 'AND', filters } } },
    }),
  ).rejects.toMatchObject({ code: 3, details: expect.stringContaining('maximum of 30') });
});
