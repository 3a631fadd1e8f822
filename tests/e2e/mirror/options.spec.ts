import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, typePin } from './mirror-test.js';

const string = (stringValue: string): object => ({ stringValue });

test('--dry-run asks for no PIN and writes nothing, neither entities nor files', async ({
  source,
  target,
  mirror,
  folder,
}) => {
  await source.write([
    { key: source.key('Customer', 'ann'), properties: {} },
    { key: source.key('UserSession', 'secret'), properties: {} },
  ]);

  const { exitCode, output } = await mirror.runDetached('--dry-run');

  expect(output).toContain('Nothing is written');
  expect(output).toMatch(/Customer +1\b/);
  expect(output).toContain('UserSession: not copied (exclusion *session*)');
  expect(exitCode).toBe(0);
  expect(await target.read('Customer')).toEqual([]);
  expect(existsSync(join(folder, '.app-test'))).toBe(false);
});

const refusals: [what: string, args: string[], message: RegExp, exitCode?: number][] = [
  ['the default database', ['--target-database', '(default)'], /that is the live one/],
  ['a database without a name', ['--target-database', ''], /that is the live one/],
  [
    'the default namespace',
    ['--target-namespace', ''],
    /Nothing is copied into the default namespace/,
  ],
  ['a namespace with a dot', ['--target-namespace', 'a.b'], /'a\.b' is not a valid namespace/],
  ['two targets', ['--target-host', 'localhost:1', '--data', 'x'], /name two targets/],
  ['an address without a port', ['--target-host', 'localhost'], /--target-host is 'localhost'/],
  ['a limit that is none', ['--limit', '-5'], /--limit is '-5'/],
  ['a condition that is none', ['--where', 'Order: total >'], /expected a value/],
  ['a project that is none', ['--project', '../x'], /'\.\.\/x' is not a valid project id/],
  ['an unknown option', ['--yes'], /unknown option '--yes'/, 2],
  ['a PIN as an option', ['--pin', '123456'], /unknown option '--pin'/, 2],
  ['a mask that is not there', ['--mask', 'nowhere.mjs'], /There is no file .*nowhere\.mjs/],
];

for (const [what, args, message, code = 1] of refusals) {
  test(`${what} is refused`, async ({ mirror }) => {
    const { exitCode, output } = await mirror.runDetached(...args);
    expect(output).toMatch(message);
    expect(exitCode).toBe(code);
  });
}

test('the source is no target, by whatever address', async ({ live, mirror }) => {
  const args = ['--source-database', 'app-tests', '--source-namespace', 'mirror'];
  const port = String(live.port);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `127.1:${port}`]) {
    const { exitCode, output } = await mirror.runDetached(...args, '--target-host', host);
    expect(output).toContain('Source and target are the same');
    expect(exitCode).toBe(1);
  }
});

test('a target that holds data is refused, unless --merge writes into it', async ({
  source,
  target,
  mirror,
}) => {
  await source.write([
    { key: source.key('Customer', 'ann'), properties: { age: { integerValue: 1 } } },
  ]);
  await target.write([
    { key: target.key('Customer', 'ann'), properties: {} },
    { key: target.key('Customer', 'bob'), properties: {} },
  ]);

  const refused = await mirror.runDetached();
  expect(refused.output).toContain('The target is not empty');
  const { exitCode, screen } = await mirror.copy('--merge', '--verify');

  expect(screen).toContain('The target may hold data');
  expect(exitCode).toBe(0);
  expect(Object.keys((await target.read('Customer'))[0]!.properties)).toEqual(['age']);
  expect(await target.read('Customer')).toHaveLength(2);
});

test('a target that is filled while the PIN is asked for is refused', async ({
  source,
  target,
  mirror,
}) => {
  await source.write([{ key: source.key('Customer', 'ann'), properties: {} }]);
  const program = mirror.start();
  await program.shows(/Type ((?:\d ){5}\d)/);
  await target.write([{ key: target.key('Customer', 'bob'), properties: {} }]);
  await typePin(program);

  expect(await program.ended).toBe(1);
  expect(program.screen()).toContain('The target is not empty');
  expect(await target.read('Customer')).toHaveLength(1);
});

test('what app-test itself keeps in the namespace does not make it a full one', async ({
  source,
  target,
  mirror,
}) => {
  await source.write([{ key: source.key('Customer', 'ann'), properties: {} }]);
  await target.write([{ key: target.key('app-test-session', 'token'), properties: {} }]);
  expect((await mirror.copy()).exitCode).toBe(0);
});

test('conditions, a limit and kinds select what is copied', async ({ source, target, mirror }) => {
  await source.write([
    ...Array.from({ length: 20 }, (_, index) => ({
      key: source.key('Order', index + 1),
      properties: { total: { integerValue: index }, state: string(index % 2 ? 'open' : 'sent') },
    })),
    { key: source.key('Customer', 'ann'), properties: {} },
  ]);

  const where = ['--where', 'Order: total >= 10', '--where', 'Order: state = "open"'];
  const { exitCode, screen } = await mirror.copy(
    '--kind',
    'Order',
    ...where,
    '--limit',
    '3',
    '--verify',
  );

  expect(screen).toContain('all are the same');
  expect(exitCode).toBe(0);
  const ids = (await target.read('Order')).map(({ key }) => String(key.path[0]!.id));
  expect(ids).toEqual(['12', '14', '16']);
  expect(await target.read('Customer')).toEqual([]);
});

test('exclusions hold for named kinds, for what is below them, and for the project’s own', async ({
  source,
  target,
  mirror,
  folder,
}) => {
  const manifest = { 'app-test': { mirror: { exclude: ['Payment*'] } } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await source.write([
    { key: source.key('Customer', 'ann'), properties: {} },
    { key: source.key('PaymentCard', 1), properties: {} },
    { key: source.key('Note', 1), properties: {} },
    { key: source.key('Line', 1), properties: {} },
    { key: source.key('UserSession', 'a-secret', 'Line', 2), properties: {} },
  ]);

  const named = await mirror.runDetached('--kind', 'PaymentCard');
  expect(named.output).toContain("--kind 'PaymentCard' is never copied");
  const { exitCode } = await mirror.copy('--exclude', 'Note', '--verify');

  expect(exitCode).toBe(0);
  expect(await target.read('Customer')).toHaveLength(1);
  expect(await target.read('Line')).toHaveLength(1);
  for (const kind of ['PaymentCard', 'Note', 'UserSession'])
    expect(await target.read(kind)).toEqual([]);
});

test('--verify with --merge and --limit compares what was to be copied, and nothing else', async ({
  source,
  target,
  mirror,
}) => {
  await source.write([{ key: source.key('Order', 1), properties: { total: { integerValue: 1 } } }]);
  expect((await mirror.copy()).exitCode).toBe(0);
  await source.write([{ key: source.key('Order', 2), properties: {} }]);
  await target.write([{ key: target.key('Order', 3), properties: {} }]);

  const { exitCode, screen } = await mirror.copy('--merge', '--limit', '1', '--verify');
  expect(screen).toContain('Compared 1 entities: all are the same.');
  expect(exitCode).toBe(0);
});

test('an address where nobody listens is told as such', async ({ mirror }) => {
  const { exitCode, output } = await mirror.runDetached('--source-host', '127.0.0.1:1');
  expect(output).toContain('Nobody answered for 10 s: project my-shop, database (default)');
  expect(exitCode).toBe(1);
});
