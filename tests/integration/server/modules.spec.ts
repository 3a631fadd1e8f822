import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '../../support/server-test.js';

const test = base.extend<{ folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'app-test-modules-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const cartModule = `export default {
  async fill(payload, ctx) {
    ctx.setCookie('cart', 'c-1', { httpOnly: true });
    return { got: payload ?? null, database: ctx.session.database };
  },
  nothing() {},
  fail() { throw new Error('no such product'); },
  circular() { const a = {}; a.a = a; return a; },
};`;

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

test('actions of a module answer JSON to POST, behind the token', async ({
  startServer,
  folder,
}) => {
  await write(folder, {
    'Cart.mjs': cartModule,
    '_shared.mjs': 'throw new Error("loaded")',
    'cart.spec.ts': 'throw new Error("loaded")',
    'types.d.ts': 'never',
  });
  const server = await startServer({
    env: { APP_TEST_MODULES: folder, APP_TEST_DATABASE: 'cart-db' },
  });
  expect(server.output).toContain('Test modules: /_test/cart.');
  const { token } = (await server.status()).json;
  const call = (target: string, body?: string, method = 'POST') =>
    server.visit(token, target, { method, ...(body === undefined ? {} : { body }) });

  const filled = await call('/_test/cart/fill', '{"items":[1]}');
  expect([filled.status, filled.json]).toEqual([200, { got: { items: [1] }, database: 'cart-db' }]);
  expect(filled.headers['set-cookie']).toEqual(['cart=c-1; Path=/; HttpOnly']);
  expect((await call('/_test/cart/fill')).json.got).toBeNull();
  expect((await call('/_test/CART/nothing')).json).toBeNull();

  const refusals = [
    ['/_test/cart/fill', '{', 400, 'PAYLOAD_INVALID'],
    ['/_test/cart/fill', 'x'.repeat(11 * 1024 * 1024), 413, 'PAYLOAD_TOO_LARGE'],
    ['/_test/cart/fail', '', 500, 'ACTION_FAILED'],
    ['/_test/cart/circular', '', 500, 'ACTION_FAILED'],
    ['/_test/cart/missing', '', 404, 'ACTION_NOT_FOUND'],
    ['/_test/cart/toString', '', 404, 'ACTION_NOT_FOUND'],
    ['/_test/cart/__proto__', '', 404, 'ACTION_NOT_FOUND'],
    ['/_test/basket/fill', '', 404, 'MODULE_NOT_FOUND'],
    ['/_test/__proto__/x', '', 404, 'MODULE_NOT_FOUND'],
  ] as const;
  for (const [target, body, status, code] of refusals) {
    const answer = await call(target, body);
    expect([target, answer.status, answer.json?.error.code]).toEqual([target, status, code]);
    expect(answer.text).not.toMatch(/\bat .*:\d+:\d+/);
  }
  const got = await call('/_test/cart/fill', undefined, 'GET');
  expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
  expect((await server.request('/_test/cart/fill', { method: 'POST' })).status).toBe(403);
  expect((await call('/_test/cart/fill', '{"still":"there"}')).status).toBe(200);
});

test('a module can be a handler of its own, and its name is checked', async ({ startServer }) => {
  const server = await startServer({ framework: 'node' });
  const { token } = (await server.status()).json;
  await server.run(({ appTest }) => {
    appTest.registerTestModule(
      'raw',
      (request: { url: string }, response: { end(text: string): void }) =>
        response.end(`raw ${request.url}`),
    );
  });
  expect((await server.visit(token, '/_test/raw/any/thing')).text).toBe('raw /_test/raw/any/thing');
  for (const [name, code] of [
    ['config', 'NAME_INVALID'],
    ['Config', 'NAME_INVALID'],
    ['1st', 'NAME_INVALID'],
    ['a/b', 'NAME_INVALID'],
    ['', 'NAME_INVALID'],
    ['raw', 'MODULE_DUPLICATE'],
  ]) {
    const error = await server
      .run(({ appTest }, given) => appTest.registerTestModule(given, {}), name)
      .catch((reason: { code: string }) => reason);
    expect([name, error]).toEqual([name, expect.objectContaining({ code })]);
  }
});

test('a file that is loaded anew replaces the module that it registered; another file may not', async ({
  startServer,
  folder,
}) => {
  const versioned = (version: number) =>
    `globalThis.register('cart', { version: () => ${version} });`;
  await write(folder, {
    '_cart.mjs': versioned(1),
    '_other.mjs': versioned(9),
    'reload.mjs': `export default {
      run: async ({ file, version }) => { await import('./' + file + '?t=' + version); },
    };`,
  });
  const server = await startServer({ env: { APP_TEST_MODULES: folder } });
  await server.run(({ appTest }) => {
    (globalThis as { register?: unknown }).register = appTest.registerTestModule;
  });
  const { token } = (await server.status()).json;
  const call = (target: string, payload?: object) =>
    server.visit(token, target, { method: 'POST', body: JSON.stringify(payload) });

  await call('/_test/reload/run', { file: '_cart.mjs', version: 1 });
  expect((await call('/_test/cart/version')).json).toBe(1);
  await write(folder, { '_cart.mjs': `// A line more.\n${versioned(2)}` });
  await call('/_test/reload/run', { file: '_cart.mjs', version: 2 });
  expect((await call('/_test/cart/version')).json).toBe(2);
  expect(server.output).toContain("_cart.mjs registered the test module 'cart' anew.");

  const refused = await call('/_test/reload/run', { file: '_other.mjs', version: 1 });
  expect(refused.json.error).toMatchObject({ code: 'MODULE_DUPLICATE' });
  expect(refused.json.error.message).toMatch(
    /already, registered by .*_cart\.mjs; another one .*_other\.mjs/,
  );
  expect((await call('/_test/cart/version')).json).toBe(2);
});

test('spec 1.4: modules inside the deployment are refused unless every ignore file excludes them', async ({
  folder,
  startServer,
  runServer,
}) => {
  const app = path.join(folder, 'app');
  const modules = path.join(app, 'testing', 'modules');
  await write(app, { 'package.json': '{}', 'testing/modules/cart.mjs': cartModule });
  const options = { options: { modules, deploymentRoot: app } };
  const refused = async (files: Record<string, string>, names: string) => {
    await write(app, files);
    const { code, output } = await runServer(options);
    expect([code, output]).toEqual([1, expect.stringContaining('MODULES_DEPLOYED')]);
    expect(output).toContain(names);
  };
  await refused({}, 'no ignore file there excludes it');
  await refused({ '.gcloudignore': 'node_modules/\n' }, '.gcloudignore does not exclude it');
  await refused({ '.gcloudignore': 'testing/*\n!testing/modules/\n' }, '.gcloudignore');
  // What git excludes by a bare name anywhere, Docker excludes at the root only.
  await refused(
    {
      '.gcloudignore': '#!include:.gitignore\n',
      '.gitignore': 'modules\n',
      '.dockerignore': 'modules\n',
    },
    '.dockerignore does not exclude it',
  );
  await refused({ '.dockerignore': 'Testing\n' }, '.dockerignore does not exclude it');
  await refused(
    { '.dockerignore': 'testing\n', 'Dockerfile.dockerignore': 'nothing\n' },
    'Dockerfile.dockerignore does not exclude it',
  );
  await rm(path.join(app, 'Dockerfile.dockerignore'));
  const server = await startServer(options);
  expect((await server.status()).status).toBe(200);
});

test('a deployment root is found above the main script', async ({ folder, runServer }) => {
  const root = process.cwd();
  await write(folder, {
    Dockerfile: 'FROM node',
    'app/package.json': '{ "type": "module" }',
    'app/main.js': `import { setup } from '${root}/dist/server/index.js'; await setup({ modules: '${folder}/testing' });`,
    'testing/cart.mjs': cartModule,
  });
  const { output } = await runServer({ main: path.join(folder, 'app/main.js') });
  expect(output).toContain('MODULES_DEPLOYED');
  expect(output).toContain(folder);
});

test('a Dockerfile without an ignore file of its own ships the modules', async ({
  folder,
  runServer,
}) => {
  const modules = path.join(folder, '..testing');
  await write(folder, {
    Dockerfile: 'COPY . .',
    '.gcloudignore': '..testing/\n',
    '..testing/cart.mjs': cartModule,
  });
  const { output } = await runServer({ options: { modules, deploymentRoot: folder } });
  expect(output).toContain('.dockerignore does not exclude it');
});
