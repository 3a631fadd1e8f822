import { once } from 'node:events';
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { loadSchema } from '../../../datastore/protos/schema.js';
import { test as base, expect } from './raw-client.js';

const SERVICE = '/google.datastore.v1.Datastore/';
const { request: lookups, response: lookupAnswers } = loadSchema().method('Lookup');
const LOOKUP = Buffer.from(
  lookups.encode({ projectId: 'p', keys: [{ path: [{ kind: 'A', name: 'nobody' }] }] }),
);
interface Answer {
  status: number;
  /** Headers and trailers. */
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface CallOptions {
  path?: string;
  headers?: Record<string, string>;
}

/** An HTTP/2 connection on which gRPC is spelled out, to say what no client would. */
class Connection {
  readonly session: ClientHttp2Session;

  constructor(address: string) {
    this.session = connect(`http://${address}`, { maxSessionMemory: 1_000 });
  }

  /** Sends the pieces as the body of a call, each in a frame of its own. */
  async call(pieces: Buffer[], { path = `${SERVICE}Lookup`, headers = {} }: CallOptions = {}) {
    const stream = this.session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    const answer: Answer = { status: 0, headers: {}, body: Buffer.alloc(0) };
    stream.on('response', (received) => {
      answer.status = received[':status']!;
      Object.assign(answer.headers, received);
    });
    stream.on('trailers', (received) => Object.assign(answer.headers, received));
    stream.on('data', (chunk: Buffer) => (answer.body = Buffer.concat([answer.body, chunk])));
    for (const piece of pieces) {
      await new Promise((resolve) => stream.write(piece, resolve));
    }
    stream.end();
    await once(stream, 'close');
    return answer;
  }
}

/** A message with its prefix: whether it is compressed, and its length. */
function frame(message: Buffer, isCompressed = false, length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = isCompressed ? 1 : 0;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

const test = base.extend<{ connection: Connection }>({
  connection: async ({ embedded }, use) => {
    const connection = new Connection(embedded.address);
    await use(connection);
    connection.session.destroy();
  },
});

function expectMissing({ status, headers, body }: Answer): void {
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'application/grpc+proto', 'grpc-status': '0' });
  expect(body[0]).toBe(0);
  expect(body.readUInt32BE(1)).toBe(body.length - 5);
  expect(lookupAnswers.decode(body.subarray(5))).toMatchObject({ missing: [{}] });
}

test('a call is answered however its request is cut into frames', async ({ connection }) => {
  const whole = frame(LOOKUP);
  const bytes = [...whole].map((byte) => Buffer.from([byte]));
  for (const pieces of [
    [whole],
    bytes,
    [whole.subarray(0, 5), whole.subarray(5)],
    [whole.subarray(0, 3), Buffer.alloc(0), whole.subarray(3, 9), whole.subarray(9)],
  ]) {
    expectMissing(await connection.call(pieces));
  }
});

test('a compressed request is answered like any other', async ({ connection }) => {
  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const) {
    const headers = { 'grpc-encoding': encoding };
    expectMissing(await connection.call([frame(compress(LOOKUP), true)], { headers }));
    expectMissing(await connection.call([frame(LOOKUP)], { headers }));
  }
});

for (const [what, pieces, options, code, message] of [
  ['no request', [], {}, 12, /no request/],
  ['two requests', [frame(LOOKUP), frame(LOOKUP)], {}, 12, /more than one request/],
  ['part of a prefix', [Buffer.from([0, 0])], {}, 13, /ends too early/],
  ['part of a request', [frame(LOOKUP).subarray(0, -1)], {}, 13, /ends too early/],
  [
    'a method nobody knows',
    [frame(LOOKUP)],
    { path: `${SERVICE}Look` },
    12,
    /not implement .*Look$/,
  ],
  ['a name from JavaScript', [frame(LOOKUP)], { path: '/constructor' }, 12, /not implement/],
  [
    'a compression nobody knows',
    [frame(LOOKUP, true)],
    { headers: { 'grpc-encoding': 'constructor' } },
    12,
    /'constructor'; known are gzip and deflate/,
  ],
  [
    'a compression that it does not name',
    [frame(gzipSync(LOOKUP), true)],
    {},
    13,
    /does not say how/,
  ],
  [
    'what is not compressed as it says',
    [frame(LOOKUP, true)],
    { headers: { 'grpc-encoding': 'gzip' } },
    13,
    /not gzip/,
  ],
  [
    'much in little',
    [frame(gzipSync(Buffer.alloc(40_000_000)), true)],
    { headers: { 'grpc-encoding': 'gzip' } },
    8,
    /larger than max/,
  ],
  [
    'the length of a request that is too large, and its beginning',
    [frame(LOOKUP, false, 0xffffffff)],
    {},
    8,
    /larger than max \(4294967295 vs. 16777216\)/,
  ],
] as const) {
  test(`a call with ${what} is refused, and the next one answered`, async ({ connection }) => {
    const { status, headers, body } = await connection.call([...pieces], options);
    expect(status).toBe(200);
    expect(Number(headers['grpc-status'])).toBe(code);
    expect(decodeURI(String(headers['grpc-message']))).toMatch(message);
    expect(body).toHaveLength(0);
    expect(headers['grpc-accept-encoding']).toBe(code === 12 ? 'identity,deflate,gzip' : undefined);
    expectMissing(await connection.call([frame(LOOKUP)]));
  });
}

test('what is not gRPC is refused as HTTP has it', async ({ connection }) => {
  for (const headers of [{ 'content-type': 'application/json' }, { ':method': 'GET' }]) {
    const { status } = await connection.call([], {
      headers: { 'content-type': 'text/plain', ...headers },
    });
    expect(status).toBe(415);
  }
  expectMissing(await connection.call([frame(LOOKUP)]));
});

/** The codes of a client that is done, that was cancelled and that failed: Node takes each in another way. */
const GIVE_UP = [
  constants.NGHTTP2_NO_ERROR,
  constants.NGHTTP2_CANCEL,
  constants.NGHTTP2_INTERNAL_ERROR,
];

test('calls that their clients give up harm nobody', async ({ connection }) => {
  for (const code of GIVE_UP) {
    for (const pieces of [[], [frame(LOOKUP).subarray(0, 7)], [frame(LOOKUP)]]) {
      const stream = connection.session.request({
        ':method': 'POST',
        ':path': `${SERVICE}Lookup`,
        'content-type': 'application/grpc',
      });
      stream.on('error', () => {});
      for (const piece of pieces) stream.write(piece);
      const closed = new Promise((resolve) => stream.once('close', resolve));
      stream.close(code);
      await closed;
      expectMissing(await connection.call([frame(LOOKUP)]));
    }
  }
});

test('connections that break harm nobody', async ({ connection, embedded }) => {
  const [type, id] = [{ settings: 4, headers: 1, reset: 3, data: 0 }, 1];
  const make = (kind: keyof typeof type, flags: number, stream: number, body: number[]): Buffer =>
    Buffer.from([0, 0, body.length, type[kind], flags, 0, 0, 0, stream, ...body]);
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  // GET http://x/
  const get = make('headers', 5, id, [0x82, 0x86, 0x84, 0x41, 1, 0x78]);
  for (const ending of [
    make('reset', 0, id, [0, 0, 0, constants.NGHTTP2_CANCEL]),
    make('reset', 0, id, [0, 0, 0, constants.NGHTTP2_NO_ERROR]),
    make('data', 0, 0, [1]),
    Buffer.from('nonsense, and enough of it to be a frame'),
    Buffer.alloc(0),
  ]) {
    const [host, port] = embedded.address.split(':');
    const socket = connectSocket(Number(port), host);
    socket.on('error', () => {});
    socket.write(Buffer.concat([preface, make('settings', 0, 0, []), get, ending]));
    // The server's own settings, at the latest.
    await once(socket, 'data');
    socket.destroy();
    expectMissing(await connection.call([frame(LOOKUP)]));
  }
});

test('a call that is refused may send its request to the end', async ({ connection }) => {
  const { headers } = await connection.call([frame(Buffer.alloc(12_000_000))], {
    path: `${SERVICE}Look`,
  });
  expect(headers['grpc-status']).toBe('12');
});

test('answers may wait for their client, and new calls are answered meanwhile', async ({
  connection,
  raw,
}) => {
  const key = raw.key('Large', 'one');
  const text = 't'.repeat(900_000);
  const properties = { text: { stringValue: text, excludeFromIndexes: true } };
  const mutations = [{ upsert: { key, properties } }];
  await raw.call('commit', { mode: 'NON_TRANSACTIONAL', mutations });
  const request = frame(Buffer.from(lookups.encode({ projectId: 'embedded-test', keys: [key] })));
  const waiting: ClientHttp2Stream[] = [];
  for (let at = 0; at < 40; at++) {
    const stream = connection.session.request({
      ':method': 'POST',
      ':path': `${SERVICE}Lookup`,
      'content-type': 'application/grpc',
    });
    stream.pause();
    stream.end(request);
    await once(stream, 'response');
    waiting.push(stream);
  }
  const answers = waiting.map(async (stream) => {
    let length = 0;
    stream.on('data', (chunk: Buffer) => (length += chunk.length));
    stream.resume();
    const [trailers] = await once(stream, 'trailers');
    return { status: trailers['grpc-status'], isWhole: length > text.length };
  });
  for (const answer of await Promise.all(answers)) {
    expect(answer).toEqual({ status: '0', isWhole: true });
  }
});

test('an error keeps its letters, and one as long as its cause is cut', async ({ raw }) => {
  const run = (word: string): Promise<unknown> =>
    raw.call('runQuery', {
      gqlQuery: {
        queryString: `SELECT * FROM A WHERE a = 1 \`${word}\``,
        allowLiterals: true,
      },
    });
  await expect(run('Zeichen: ä, 漢字, 🙂, 100 %')).rejects.toMatchObject({
    code: 3,
    details: expect.stringContaining('Encountered "Zeichen: ä, 漢字, 🙂, 100 %"'),
  });
  await expect(run('x'.repeat(7000))).rejects.toMatchObject({
    details: expect.stringMatching(/^Encountered "x{7000}" .*the end of the query$/),
  });
  for (const [letter, bytes] of [
    ['x', 1],
    ['ä', 6],
    ['漢', 9],
    ['🙂', 12],
  ] as const) {
    for (const before of ['', 'x', 'xx', 'xxx']) {
      const count = Math.floor((7197 - 'Encountered%20%22'.length - before.length) / bytes);
      await expect(run(before + letter.repeat(100_000))).rejects.toMatchObject({
        code: 3,
        details: `Encountered "${before}${letter.repeat(count)}...`,
      });
    }
  }
});
