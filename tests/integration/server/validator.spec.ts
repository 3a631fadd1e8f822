import http2 from 'node:http2';
import { expect, test } from '../../support/server-test.js';

for (const framework of ['express5', 'express4', 'node'] as const) {
  for (const use of ['setup', 'activate', 'register'] as const) {
    test(`spec 5.1, 1.5, 4 bootstrap, 7 no-cookie: every request needs the token (${framework}, ${use})`, async ({
      startServer,
    }) => {
      const server = await startServer({ use, framework });
      const { token } = (await server.status()).json;

      for (const path of ['/', '/early', '/_test/', '/_test/nothing/here']) {
        const refused = await server.request(path);
        expect([path, refused.status, refused.json?.error.code]).toEqual([
          path,
          403,
          'TOKEN_MISSING',
        ]);
      }
      expect(await server.run(({ handled }) => handled as number)).toBeUndefined();
      const admitted = await server.visit(token);
      expect([admitted.status, admitted.text]).toEqual([
        200,
        expect.stringContaining('<h1>App</h1>'),
      ]);
    });
  }
}

test('spec 7 no-cookie, 8 lifetime: each reason for refusing has its own code', async ({
  startServer,
}) => {
  const server = await startServer({ clock: '2026-03-02T12:00:00Z' });
  const { token } = (await server.status()).json;
  const refuse = async (cookie: string | string[]) => {
    const { status, json } = await server.request('/', { headers: { cookie } });
    expect(status).toBe(403);
    expect(Object.keys(json)).toEqual(['error']);
    expect(Object.keys(json.error)).toEqual(['code', 'message', 'next']);
    return json.error.code as string;
  };
  expect(await refuse('other=1')).toBe('TOKEN_MISSING');
  expect(await refuse('app-test-token=')).toBe('TOKEN_INVALID');
  expect(await refuse(`app-test-token=${token}x`)).toBe('TOKEN_INVALID');
  expect(await refuse(`app-test-token="${token}"`)).toBe('TOKEN_INVALID');
  expect(await refuse(`app-test-token=%${token}`)).toBe('TOKEN_INVALID');
  expect(await refuse(`app-test-token=${token.toLowerCase()}`)).toBe('TOKEN_INVALID');
  expect(await refuse(`app-test-token=${'x'.repeat(8000)}`)).toBe('TOKEN_INVALID');
  expect(await refuse(`app-test-token=${token}; app-test-token=${token}`)).toBe('TOKEN_DUPLICATE');
  expect(await refuse([`app-test-token=${token}`, 'a=b', `app-test-token=x`])).toBe(
    'TOKEN_DUPLICATE',
  );
  expect(await refuse(`app-test-token=${token}; app-test-token`)).toBe('TOKEN_DUPLICATE');
  await server.run((context) => (context.offsetMs = 86_400_000));
  expect(await refuse(`app-test-token=${token}`)).toBe('TOKEN_EXPIRED');
  await server.finish();
  expect(await refuse(`app-test-token=${token}`)).toBe('NO_TOKEN_ISSUED');
});

test('an oversized header ends in an error status and the server goes on', async ({
  startServer,
}) => {
  const server = await startServer();
  const { status } = await server.request('/', {
    headers: { cookie: `app-test-token=${'x'.repeat(40_000)}` },
  });
  expect(status).toBe(431);
  expect((await server.status()).status).toBe(200);
});

test('spec 4 bootstrap: a path that is nearly a bootstrap endpoint is not one', async ({
  startServer,
}) => {
  const server = await startServer();
  const near = [
    '//_test/config/status',
    '/_test//config/status',
    '/_test/config//status',
    '/_test/config/status/',
    '/_test/config/status/more',
    '/_test/config/%73tatus',
    '/_test%2Fconfig/status',
    '/_test/./config/status',
    '/x/../_test/config/status',
    '/_TEST/config/status',
    '/json/json/_test/config/status',
    '/api/_test/config/status',
    '/_test/config/status;a',
    '/_test/config/',
    'http://127.0.0.1/_test/config/status',
  ];
  for (const path of near) {
    const { status, json } = await server.request(path, { method: 'POST' });
    expect([path, status, json?.error.code]).toEqual([path, 403, 'TOKEN_MISSING']);
  }
});

test('spec 4 json: the endpoints are served under /json too', async ({ startServer }) => {
  const server = await startServer();
  const { status, json } = await server.request('/json/_test/config/status?x=1', {
    method: 'POST',
  });
  expect([status, json.test_mode]).toEqual([200, true]);
});

test('spec 4.1 method, 4.2 method, 4.3 method: status and finish answer POST only, enter GET only', async ({
  startServer,
}) => {
  const server = await startServer();
  const refused = [
    ['GET', 'status', 'POST'],
    ['HEAD', 'status', 'POST'],
    ['PUT', 'status', 'POST'],
    ['OPTIONS', 'status', 'POST'],
    ['GET', 'finish', 'POST'],
    ['DELETE', 'finish', 'POST'],
    ['POST', 'enter', 'GET'],
    ['HEAD', 'enter', 'GET'],
  ] as const;
  for (const [method, name, allowed] of refused) {
    const { status, headers } = await server.request(`/_test/config/${name}`, { method });
    expect([method, name, status, headers.allow]).toEqual([method, name, 405, allowed]);
  }
});

test('spec 4.1 method, 4.3 method: bodies on status and finish are ignored, and endless ones end the connection', async ({
  startServer,
}) => {
  const server = await startServer();
  const small = await server.request('/_test/config/status', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"database": "(default)"',
  });
  expect(small.status).toBe(200);
  const large = await server.request('/_test/config/finish', {
    method: 'POST',
    headers: { 'content-length': 1_000_000_000 },
    body: 'x',
  });
  expect([large.status, large.headers.connection]).toEqual([200, 'close']);
});

test('a navigation is refused with a page that links to enter', async ({ startServer }) => {
  const server = await startServer();
  const { status, headers, text } = await server.request('/', {
    headers: { accept: 'text/html', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  });
  expect(status).toBe(403);
  expect(headers['content-type']).toContain('text/html');
  expect(text).toContain('href="/_test/config/enter"');
  expect(text).toContain('TOKEN_MISSING');
});

test('a second server, an early route and a WebSocket upgrade do not escape the check', async ({
  startServer,
}) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  const port = await server.run(async (context) => {
    const { createServer } = await import('node:http');
    const second = createServer((_, response) => response.end('second'));
    second.on('upgrade', (_, socket) => {
      context.upgraded = true;
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve));
    return (second.address() as { port: number }).port;
  });
  const other = `http://127.0.0.1:${port}`;
  expect((await fetch(other)).status).toBe(403);
  const cookie = `app-test-token=${token}`;
  expect(await (await fetch(other, { headers: { cookie } })).text()).toBe('second');

  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
  const refused = await sendUpgrade(port, upgrade);
  expect(refused).toMatch(/^HTTP\/1.1 403 [^]*"TOKEN_MISSING"/);
  expect(await server.run(({ upgraded }) => upgraded as boolean)).toBeUndefined();
  expect(await sendUpgrade(port, { ...upgrade, cookie })).toMatch(/^HTTP\/1.1 101/);
});

test('Expect: 100-continue does not escape the check', async ({ startServer }) => {
  const server = await startServer();
  await server.run((context) => {
    context.server.on('checkContinue', (_: unknown, response: { end(text: string): void }) => {
      response.end('continued');
    });
  });
  const { status } = await server.request('/', {
    method: 'POST',
    headers: { expect: '100-continue', 'content-length': 0 },
  });
  expect(status).toBe(403);
});

test('an HTTP/2 server does not escape the check', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  const ports = await server.run(async () => {
    const { createServer } = await import('node:http2');
    const listen = async (h2: ReturnType<typeof createServer>) => {
      await new Promise<void>((resolve) => h2.listen(0, '127.0.0.1', resolve));
      return (h2.address() as { port: number }).port;
    };
    const byRequest = createServer((_, response) => response.end('by request'));
    const byStream = createServer().on('stream', (stream) => stream.end('by stream'));
    return [await listen(byRequest), await listen(byStream)];
  });
  for (const port of ports) {
    expect(await sendHttp2(port, {})).toMatchObject({ status: 403 });
    const admitted = await sendHttp2(port, { cookie: `app-test-token=${token}` });
    expect(admitted).toMatchObject({ status: 200, text: expect.stringMatching(/^by/) });
  }
});

test('CORS preflights are refused, and pass with the option', async ({ startServer }) => {
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
  };
  const strict = await startServer();
  const refused = await strict.request('/api', preflight);
  expect([refused.status, refused.json.error.code]).toEqual([403, 'CORS_PREFLIGHT']);
  expect(refused.json.error.next).toContain("corsPreflight: 'pass'");

  const passing = await startServer({ options: { corsPreflight: 'pass' } });
  expect((await passing.request('/api', preflight)).status).toBe(200);
  expect((await passing.request('/api', { method: 'OPTIONS' })).status).toBe(403);
});

async function sendUpgrade(port: number, headers: Record<string, string>): Promise<string> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`GET / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

async function sendHttp2(port: number, headers: Record<string, string>) {
  const client = http2.connect(`http://127.0.0.1:${port}`);
  try {
    return await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const stream = client.request({ ':path': '/', ...headers });
      let status = 0;
      let text = '';
      stream.on('response', (head) => (status = Number(head[':status'])));
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      stream.on('end', () => resolve({ status, text }));
      stream.on('error', reject);
      client.on('error', reject);
    });
  } finally {
    client.close();
  }
}
