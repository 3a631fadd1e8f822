import { expect, test } from '../../support/server-test.js';

const cookie = 'app-test-token=anything';

for (const use of ['setup', 'register', 'protect'] as const) {
  test(`spec 1.7, 5.5, 7 guard: in production a request with the cookie is answered 403 at once (${use})`, async ({
    startServer,
  }) => {
    const server = await startServer({ use, env: { APP_TEST: undefined, NODE_ENV: 'production' } });
    const refused = await server.request('/', { headers: { cookie } });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'PRODUCTION_GUARD']);
    expect(await server.run(({ handled }) => handled as number)).toBeUndefined();
    for (const header of ['app-test-token=', 'a=b; app-test-token=x', 'app-test-token']) {
      expect((await server.request('/', { headers: { cookie: header } })).status).toBe(403);
    }
    expect((await server.request('/', { headers: { cookie: 'a=app-test-token' } })).status).toBe(
      200,
    );
    expect((await server.request('/')).status).toBe(200);
  });
}

test('a development server without test mode refuses the cookie too', async ({ startServer }) => {
  const server = await startServer({ env: { APP_TEST: undefined } });
  const { status, json } = await server.request('/early', { headers: { cookie } });
  expect([status, json.error.code]).toEqual([403, 'NOT_ACTIVATED']);
  expect((await server.request('/early')).status).toBe(200);
});
