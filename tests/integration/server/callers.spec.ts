import { expect, test } from '../../support/server-test.js';

test('spec 5.6: pages of other sites cannot start or end a session', async ({ startServer }) => {
  const server = await startServer();
  const refused = [
    [{ 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE'],
    [{ 'sec-fetch-site': 'same-site' }, 'CROSS_SITE'],
    [{ origin: 'http://evil.example' }, 'ORIGIN_NOT_ALLOWED'],
    [{ origin: 'null' }, 'ORIGIN_NOT_ALLOWED'],
    [{ origin: 'http://localhost:1' }, 'ORIGIN_NOT_ALLOWED'],
    [{ host: 'evil.example' }, 'HOST_NOT_ALLOWED'],
    [{ host: 'localhost.evil.example' }, 'HOST_NOT_ALLOWED'],
    [{ host: 'localhost@evil.example' }, 'HOST_NOT_ALLOWED'],
  ] as const;
  for (const [headers, code] of refused) {
    for (const [method, name] of [
      ['POST', 'status'],
      ['GET', 'enter'],
      ['POST', 'finish'],
    ] as const) {
      const { status, json } = await server.request(`/_test/config/${name}`, { method, headers });
      expect([headers, name, status, json.error.code]).toEqual([headers, name, 403, code]);
    }
  }
  for (const headers of [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { host: 'localhost:1' },
    { host: 'shop.localhost:8080' },
    { host: '[::1]:8080' },
    { origin: server.url, host: server.url.slice(7) },
  ]) {
    expect([headers, (await server.status('', headers)).status]).toEqual([headers, 200]);
  }
});

test('an allowed origin and an allowed host may start a session', async ({ startServer }) => {
  const server = await startServer({
    options: { allowedOrigins: ['http://localhost:5173'] },
    env: { APP_TEST_ALLOWED_HOSTS: 'Shop.test, other.test' },
  });
  const headers = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' };
  expect((await server.status('', headers)).status).toBe(200);
  expect((await server.status('', { host: 'shop.test:8080' })).status).toBe(200);
  const refused = await server.status('', { host: 'third.test' });
  expect(refused.json.error.next).toContain('APP_TEST_ALLOWED_HOSTS=third.test');
});
