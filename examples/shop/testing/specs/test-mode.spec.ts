import { expect, test } from 'app-test/fixtures';

test('the server says which database this run is on', ({ serverStatus }) => {
  expect(serverStatus.test_mode).toBe(true);
  expect(serverStatus.database).toBe('app-tests');
});

test('a caller without the session token is refused', async ({ baseURL }) => {
  // Plain fetch: nothing of app-test is in it.
  const answer = await fetch(new URL('/', baseURL));

  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: 'TOKEN_MISSING' } });
});

test('the token goes to the shop and to nobody else', async ({ context, page, baseURL }) => {
  const thirdParty = 'http://third-party.example/';
  const sent: Record<string, string | undefined> = {};
  await context.route(`${thirdParty}**`, async (route) => {
    sent[route.request().url()] = (await route.request().allHeaders()).cookie;
    await route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' });
  });

  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/');
  expect([...hosts]).toEqual([new URL(baseURL!).host]);

  await page.goto(thirdParty);
  expect(sent[thirdParty]).toBeUndefined();
});
