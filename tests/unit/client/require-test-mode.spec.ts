import { expect, test } from '@playwright/test';
import { requireTestMode } from '../../../client/index.js';
import { findFreePort } from '../../support/free-port.js';
import { makeStatus, ScriptedServer, sendJson } from '../../support/scripted-server.js';

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
const code = (name: string, details: Record<string, unknown> = {}): unknown =>
  expect.objectContaining({
    name: 'AppTestError',
    code: name,
    details: expect.objectContaining(details),
  });

test('spec 5.4: requireTestMode returns the status payload, extra entries included', async () => {
  const status = makeStatus({ from_a_hook: { deep: [1] } });
  await using server = await ScriptedServer.answering(status);
  expect(await requireTestMode(server.url)).toEqual(status);
  expect(server.requests).toEqual([
    expect.objectContaining({ method: 'POST', url: '/_test/config/status', body: '' }),
  ]);
});

test('a lease is named in the query', async () => {
  await using server = await ScriptedServer.answering(makeStatus());
  await requireTestMode(server.url, {}, { lease: 'run-1.w2' });
  expect(server.requests[0]?.url).toBe('/_test/config/status?lease=run-1.w2');
});

test('spec 1.6: the error for another database says what to do', async () => {
  await using server = await ScriptedServer.answering(makeStatus({ database: 'staging' }));
  const error = await caught(requireTestMode(server.url));
  expect(error).toEqual(
    code('EXPECTATION_FAILED', { field: 'database', actual: 'staging', expected: 'app-tests' }),
  );
  expect((error as Error).message).toBe(
    `[app-test] The server at ${server.url} is on database 'staging', not 'app-tests'. Start it with APP_TEST=1, or set expected.database.`,
  );
  const named = await caught(requireTestMode(server.url, { database: 'nightly' }));
  expect((named as Error).message).toContain(
    'Start it with APP_TEST=1 APP_TEST_DATABASE=nightly, or set expected.database.',
  );
});

const wrongOnes = [
  ['test_mode', { test_mode: false }],
  ['is_dev_server', { is_dev_server: 'true' }],
  ['database', { database: 'live' }],
  ['namespace', { namespace: 'other' }],
  ['project_id', { project_id: 'other-project' }],
  ['token', { token: 'short' }],
  ['token_hash', { token_hash: 'a'.repeat(64) }],
] as const;
const expected = { namespace: '', projectId: 'demo-project' };

test('spec 1.6: expectations are checked in the order of the specification', async () => {
  // Everything is wrong at first; each round repairs what was complained about.
  let answer = makeStatus(Object.assign({}, ...wrongOnes.map(([, wrong]) => wrong)) as object);
  await using server = await ScriptedServer.start((_request, response) =>
    sendJson(response, answer),
  );
  for (const [field] of wrongOnes) {
    expect(await caught(requireTestMode(server.url, expected))).toEqual(
      code('EXPECTATION_FAILED', { field }),
    );
    answer = { ...answer, [field]: makeStatus()[field] };
  }
  expect(await requireTestMode(server.url, expected)).toEqual(makeStatus());
});

test('an expected token hash is compared with the hash of the token itself', async () => {
  await using server = await ScriptedServer.answering(makeStatus());
  const wrong = requireTestMode(server.url, { tokenHash: 'b'.repeat(64) });
  expect(await caught(wrong)).toEqual(code('EXPECTATION_FAILED', { field: 'token_hash' }));
  await requireTestMode(server.url, { tokenHash: makeStatus().token_hash });
});

test('an unset namespace expectation is not checked, an empty one is the default namespace', async () => {
  await using server = await ScriptedServer.answering(makeStatus({ namespace: 'alice' }));
  await requireTestMode(server.url);
  await requireTestMode(server.url, { namespace: 'alice' });
  for (const namespace of ['', null]) {
    expect(await caught(requireTestMode(server.url, { namespace }))).toEqual(
      code('EXPECTATION_FAILED', { field: 'namespace', actual: 'alice', expected: null }),
    );
  }
});

test('no error holds the token', async () => {
  await using server = await ScriptedServer.answering(makeStatus({ token_hash: 'wrong' }));
  const error = (await caught(requireTestMode(server.url))) as Error & { details: unknown };
  expect(`${error.message}${JSON.stringify(error.details)}`).not.toContain(makeStatus().token);
});

test('a lease that was opened on another database than the expected one is released', async () => {
  await using server = await ScriptedServer.answering(makeStatus({ database: 'staging' }));
  await caught(requireTestMode(server.url, {}, { lease: 'mine' }));
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/_test/config/status?lease=mine',
    '/_test/config/finish?lease=mine',
  ]);
});

test('a refusal keeps the server’s own code and advice', async () => {
  const envelope = {
    error: { code: 'HOST_NOT_ALLOWED', message: 'Not this host.', next: 'Allow it.' },
  };
  await using server = await ScriptedServer.answering(envelope, 403);
  const error = await caught(requireTestMode(server.url));
  expect(error).toEqual(code('HOST_NOT_ALLOWED', { status: 403 }));
  expect((error as Error).message).toContain('Not this host. Allow it.');
});

for (const [name, status, type, body, expectedCode] of [
  ['404 of another server', 404, 'text/html', 'not here', 'NOT_A_TEST_SERVER'],
  ['405 of another server', 405, 'application/json', '{"error":"no"}', 'NOT_A_TEST_SERVER'],
  ['a page with 200', 200, 'text/html', '<html>', 'NOT_A_TEST_SERVER'],
  ['an empty 204', 204, '', '', 'NOT_A_TEST_SERVER'],
  ['JSON that is none', 200, 'application/json', '{"test_mode":', 'SERVER_RESPONSE_INVALID'],
  ['a JSON list', 200, 'application/json', '[]', 'SERVER_RESPONSE_INVALID'],
  ['500', 500, 'text/html', 'oh no', 'SERVER_RESPONSE_INVALID'],
  ['502 of a proxy', 502, 'text/html', 'bad gateway', 'SERVER_RESPONSE_INVALID'],
] as const) {
  test(`${name} is ${expectedCode}`, async () => {
    await using server = await ScriptedServer.start((_request, response) => {
      response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body);
    });
    expect(await caught(requireTestMode(server.url))).toEqual(code(expectedCode));
  });
}

test('a redirect is not followed', async () => {
  await using elsewhere = await ScriptedServer.answering(makeStatus());
  await using server = await ScriptedServer.start((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/_test/config/status` }).end();
  });
  const error = await caught(requireTestMode(server.url));
  expect(error).toEqual(code('NOT_A_TEST_SERVER'));
  expect((error as Error).message).toContain(`redirects to ${elsewhere.url}`);
  expect(elsewhere.requests).toEqual([]);
});

test('a server that never answers is given up on', async () => {
  await using server = await ScriptedServer.start(() => new Promise(() => undefined));
  const error = await caught(requireTestMode(server.url, {}, { timeoutMs: 50 }));
  expect(error).toEqual(code('SERVER_TIMEOUT', { timeoutMs: 50 }));
});

test('a server that never stops answering is given up on', async () => {
  await using server = await ScriptedServer.start((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.on('error', () => undefined);
    const flood = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', flood);
    };
    flood();
  });
  expect(await caught(requireTestMode(server.url))).toEqual(code('SERVER_RESPONSE_INVALID'));
});

test('nobody listening is one clear error', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const error = await caught(requireTestMode(url));
  expect(error).toEqual(code('SERVER_UNREACHABLE', { refused: true }));
  expect((error as Error).message).toContain('Nobody listens there');
});

test('the wait for a server is bounded, announced once, and can be aborted', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  let announced = 0;
  const onWait = () => void announced++;
  const error = await caught(requireTestMode(url, {}, { waitMs: 600, onWait }));
  expect(error).toEqual(code('SERVER_UNREACHABLE', { waitMs: 600 }));
  expect(announced).toBe(1);
  const reason = new Error('enough');
  const aborted = requireTestMode(url, {}, { waitMs: 60_000, signal: AbortSignal.abort(reason) });
  expect(await caught(aborted)).toBe(reason);
});

for (const [url, advice] of [
  ['localhost:8080', "Did you mean 'http://localhost:8080'?"],
  ['ftp://localhost', 'is not an http or https URL'],
  ['http://localhost/?a=1', 'had a query or a fragment'],
  ['', 'is not an http or https URL'],
] as const) {
  test(`the URL '${url}' is refused`, async () => {
    const error = await caught(requireTestMode(url));
    expect(error).toEqual(code('OPTION_INVALID'));
    expect((error as Error).message).toContain(advice);
  });
}

test('a URL may have a path, a trailing slash and credentials, which are never shown', async () => {
  await using server = await ScriptedServer.answering(makeStatus({ database: 'staging' }));
  const url = `${server.url.replace('//', '//me:p%40ss@')}/app/`;
  const error = (await caught(requireTestMode(url))) as Error;
  expect(server.requests[0]).toMatchObject({
    url: '/app/_test/config/status',
    headers: { authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}` },
  });
  expect(error.message).toContain(`${server.url}/app is on database`);
  expect(error.message).not.toContain('ss@');
  const refused = (await caught(requireTestMode('ftp://me:secret@host'))) as Error;
  expect(refused.message).not.toContain('secret');
});

test('unknown options and wrong values are refused before anything is asked', async () => {
  const url = 'http://127.0.0.1:1';
  const refused = [
    requireTestMode(url, { databse: 'x' } as object),
    requireTestMode(url, {}, { timeout: 1 } as object),
    requireTestMode(url, { database: 'Not A Name' }),
    requireTestMode(url, { tokenHash: 'abc' }),
    requireTestMode(url, {}, { timeoutMs: -1 }),
    requireTestMode(url, {}, { lease: '../x' }),
  ];
  const codes = await Promise.all(
    refused.map(async (promise) => ((await caught(promise)) as { code: string }).code),
  );
  expect(codes).toEqual([
    'OPTION_UNKNOWN',
    'OPTION_UNKNOWN',
    'NAME_INVALID',
    'OPTION_INVALID',
    'OPTION_INVALID',
    'NAME_INVALID',
  ]);
});

test('a named session must be the one that was asked for, in the expected namespace', async () => {
  const answer = { session: 'w1', namespace: 'anna.w1..' };
  await using server = await ScriptedServer.answering(makeStatus(answer));
  const ask = (session: string, namespace?: string) =>
    requireTestMode(server.url, { namespace }, { session });
  await ask('w1');
  await ask('w1', 'anna');
  expect(server.requests[0]?.url).toBe('/_test/config/status?session=w1');
  for (const [session, namespace, field] of [
    ['w2', undefined, 'session'],
    ['w1', 'otto', 'namespace'],
    ['w1', '', 'namespace'],
  ] as const) {
    await expect(ask(session, namespace)).rejects.toMatchObject({
      code: 'EXPECTATION_FAILED',
      details: { field },
    });
  }
  await expect(requireTestMode(server.url)).rejects.toMatchObject({
    details: { field: 'session' },
  });
  await expect(ask('No Name')).rejects.toMatchObject({ code: 'NAME_INVALID' });
});

test('a server that knows no named sessions is refused where one is asked for', async () => {
  await using server = await ScriptedServer.answering(makeStatus());
  await expect(
    requireTestMode(server.url, {}, { session: 'w1', lease: 'run.w1' }),
  ).rejects.toMatchObject({ details: { field: 'session' } });
  // The lease that asking opened is given back, in the session that was asked for.
  expect(server.requests.at(-1)?.url).toBe('/_test/config/finish?session=w1&lease=run.w1');
});
