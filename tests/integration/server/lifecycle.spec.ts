import { createHash } from 'node:crypto';
import { expect, test } from '../../support/server-test.js';
import { uniqueName } from '../../support/test-server.js';

test('spec 3 prime, 3 activation, 5.3: activation arms the process with the token of the day, before any status', async ({
  startServer,
}) => {
  const server = await startServer();
  const token = await server.run(({ session }) => session.token() as string);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await server.visit(token)).status).toBe(200);
  // The token entity is written by the first status or enter only.
  const { json } = await server.finish();
  expect(json).toEqual({ finished: true, had_token: false });
});

test('spec 2.5 fields, 4.1.4, 4 mount, 9 version: status answers the whole payload, and no more', async ({
  startServer,
}) => {
  const server = await startServer({ env: { APP_TEST: 'anna', APP_TEST_DATABASE: 'payload-db' } });
  const { status, headers, json } = await server.status();
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(headers['cache-control']).toBe('no-store');
  expect(json).toEqual({
    test_mode: true,
    is_dev_server: true,
    database: 'payload-db',
    namespace: 'anna',
    project_id: 'test-project',
    token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    token_hash: createHash('sha256').update(json.token).digest('hex'),
    version: '0.1.0',
    expires_in: expect.any(Number),
  });
});

test('spec 3 finish, 3 refused, 3 rearm, 3 first-status, 2.2 same, 2.4 expiry, 2.6 fields, 4.3.3, 7 no-token: finish disarms, and the next status issues the same token again', async ({
  startServer,
}) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  expect((await server.visit(token)).status).toBe(200);

  const finished = await server.finish();
  expect(finished.json).toEqual({ finished: true, had_token: true });
  expect(finished.headers['set-cookie']?.[0]).toMatch(
    /^app-test-token=;.*Path=\/;.*Expires=Thu, 01 Jan 1970/,
  );
  const refused = await server.visit(token);
  expect(refused.status).toBe(403);
  expect(refused.json.error.code).toBe('NO_TOKEN_ISSUED');
  expect(refused.json.error.message).toContain('no session token has been issued');

  expect((await server.status()).json.token).toBe(token);
  expect((await server.visit(token)).status).toBe(200);
});

test('spec 2.4 name, 2.4 path, 2.4 same-site, 2.4 http-only, 4.2 page, 3 first-enter: enter sets the cookie and answers a page', async ({
  startServer,
}) => {
  const server = await startServer();
  const { status, headers, text } = await server.request('/_test/config/enter');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const [cookie = ''] = headers['set-cookie'] ?? [];
  const [value, ...attributes] = cookie.split('; ');
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
  expect(text).toContain('armed');
  const visited = await server.request('/', { headers: { cookie: value } });
  expect(visited.status).toBe(200);
});

test('spec 2.3 one, 2.3 write, 2.3 finish, 3 repeat, 4.1.2, 4.3.2: one entity holds the token; status rewrites it when stale and finish deletes it', async ({
  startServer,
  openDatabase,
}) => {
  const database = uniqueName('db');
  const server = await startServer({ env: { APP_TEST_DATABASE: database, APP_TEST: 'anna' } });
  const stored = openDatabase({ database, namespace: 'anna' });
  const key = stored.key(['app-test-session', 'token']);
  const read = async () => (await stored.get(key))[0] as { token: string } | undefined;
  expect(await read()).toBeUndefined();

  const { token } = (await server.status()).json;
  expect(await read()).toEqual(expect.objectContaining({ token }));

  await stored.save({ key, data: { token: 'of another day' } });
  expect((await server.status()).json.token).toBe(token);
  expect(await read()).toEqual(expect.objectContaining({ token }));

  expect((await server.finish()).json.had_token).toBe(true);
  expect(await read()).toBeUndefined();
  expect((await server.finish()).json.had_token).toBe(false);
});

test('spec 2.5 namespace, 3 repeat: the default namespace is null, and the token stays the same all day', async ({
  startServer,
}) => {
  const server = await startServer();
  const first = (await server.status()).json;
  expect(first.namespace).toBeNull();
  expect((await server.status()).json.token).toBe(first.token);
  await server.request('/_test/config/enter');
  expect(await server.run(({ session }) => session.token() as string)).toBe(first.token);
});

test('spec 3 prime, 2.2 same, 8 lifetime: a cookie of the same day is accepted again after a restart', async ({
  startServer,
}) => {
  const env = { APP_TEST_DATABASE: uniqueName('db') };
  const before = await startServer({ env });
  const { token } = (await before.status()).json;
  await before.stop();
  const after = await startServer({ env });
  expect((await after.visit(token)).status).toBe(200);
});

test('spec 2.4 secure: the cookie is Secure over https, and only there', async ({
  startServer,
}) => {
  const server = await startServer();
  const secure = await server.run(async (context) => {
    const { createServer } = await import('node:https');
    const { request } = await import('node:https');
    // A cipher without a certificate, so that the test needs no key of its own.
    const tls = { ciphers: 'AECDH-AES128-SHA:@SECLEVEL=0', maxVersion: 'TLSv1.2' as const };
    const https = createServer(tls, context.server.listeners('request')[0]);
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
    const { port } = https.address() as { port: number };
    return new Promise<string[]>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path: '/_test/config/enter',
          ...tls,
          rejectUnauthorized: false,
          checkServerIdentity: () => undefined,
        },
        (response) => {
          response.resume();
          resolve(response.headers['set-cookie'] ?? []);
        },
      );
      sent.on('error', reject).end();
    });
  });
  expect(secure[0]?.split('; ')).toContain('Secure');
  const [plain] = (await server.request('/_test/config/enter')).headers['set-cookie'] ?? [];
  expect(plain?.split('; ')).not.toContain('Secure');
});
