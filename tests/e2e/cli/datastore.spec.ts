import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from './datastore-test.js';

test('app-test datastore prints what to export, and serves the official client there', async ({
  runDatastore,
}) => {
  const datastore = await runDatastore('--project', 'my-project');
  expect(await datastore.printed(/^export DATASTORE_PROJECT_ID=(.*)$/m)).toBe('my-project');
  const client = datastore.openClient();
  const key = client.key(['Tea', 'assam']);
  await client.save({ key, data: { stock: 3 } });
  expect((await client.get(key))[0]).toMatchObject({ stock: 3 });
});

test('a project of its own goes for requests that name none', async ({ runDatastore }) => {
  const { address } = await runDatastore('--project', 'my-project');
  const drop = (body: object): Promise<Response> =>
    fetch(`http://${address}/drop`, { method: 'POST', body: JSON.stringify(body) });
  expect((await drop({ namespace: '' })).status).toBe(200);
});

test('it answers the health check, and POST /reset, /fork and /drop', async ({ runDatastore }) => {
  const datastore = await runDatastore();
  const client = datastore.openClient();
  const count = async (namespace: string): Promise<number> =>
    (await client.runQuery(client.createQuery(namespace, 'Tea')))[0].length;
  const post = async (path: string, body?: object): Promise<number> => {
    const init = { method: 'POST', ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`http://${datastore.address}${path}`, init)).status;
  };
  expect(await (await fetch(`http://${datastore.address}/`)).text()).toBe('Ok\n');
  await client.save({ key: client.key({ path: ['Tea', 'a'], namespace: 'one' }), data: {} });

  expect(await post('/fork', { projectId: 'cli-test', from: 'one', to: 'two' })).toBe(200);
  expect([await count('one'), await count('two')]).toEqual([1, 1]);
  expect(await post('/drop', { projectId: 'cli-test', namespace: 'one' })).toBe(200);
  expect([await count('one'), await count('two')]).toEqual([0, 1]);
  expect(await post('/reset')).toBe(200);
  expect([await count('one'), await count('two')]).toEqual([0, 0]);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends it with exit code 0, in spite of a client that is connected`, async ({
    runDatastore,
  }) => {
    const datastore = await runDatastore();
    const client = datastore.openClient();
    await client.get(client.key(['Tea', 'a']));

    expect(await datastore.stop(signal)).toBe(0);
    await expect(fetch(`http://${datastore.address}/`)).rejects.toThrow('fetch failed');
  });
}

test('a port that is taken is named with what to do, and the exit code is 1', async ({
  runCommand,
  runDatastore,
}) => {
  const { address } = await runDatastore();
  const port = address.split(':')[1]!;
  const second = runCommand('datastore', '--port', port);

  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    `[app-test] The embedded Datastore cannot listen on 127.0.0.1:${port}: the port is in use. ` +
      'Stop what listens there, or choose another port (0 takes a free one).\n',
  );
});

test('an address that is not of this machine is refused', async ({ runCommand }) => {
  const command = runCommand('datastore', '--port', '0', '--host', '192.0.2.1');
  expect(await command.ended).toBe(1);
  expect(command.output()).toMatch(/^\[app-test\] .* cannot listen on 192\.0\.2\.1:0: .*\n$/);
});

for (const [wrong, ...args] of [
  ["argument 'http' is invalid", '--port', 'http'],
  ["argument '65536' is invalid", '--port', '65536'],
  ["unknown option '--prot'\n(Did you mean --port?)", '--prot', '8081'],
  ['too many arguments', '8081'],
] as const) {
  test(`${args.join(' ')} is a wrong use, with exit code 2`, async ({ runCommand }) => {
    const command = runCommand('datastore', ...args);
    expect(await command.ended).toBe(2);
    expect(command.output()).toContain(wrong);
  });
}

test('beyond this machine it listens only with a warning', async ({ runDatastore }) => {
  const datastore = await runDatastore('--host', '0.0.0.0');
  await datastore.printed(/Whoever reaches 0\.0\.0\.0 can read and change everything/);
});

test('--help shows an example', async ({ runCommand }) => {
  const command = runCommand('datastore', '--help');
  expect(await command.ended).toBe(0);
  expect(command.output()).toContain('$ npx app-test datastore --port 8081 --project my-project');
});

test('with --indexes a query that lacks its index fails, and --write-indexes notes it', async ({
  runDatastore,
}, testInfo) => {
  const deployed = testInfo.outputPath('index.yaml');
  const needed = testInfo.outputPath('needed.yaml');
  writeFileSync(deployed, 'indexes: []\n');
  const datastore = await runDatastore('--indexes', deployed, '--write-indexes', needed);
  const client = datastore.openClient();
  const query = client.createQuery('Tea').filter('stock', 3).order('name');
  const index = '- kind: Tea\n  properties:\n  - name: stock\n  - name: name\n';
  await expect(client.runQuery(query)).rejects.toMatchObject({
    code: 9,
    details: `no matching index found. recommended index is:\n${index}`,
  });
  expect(readFileSync(needed, 'utf8')).toBe(`indexes:\n${index}`);
});

test('with --data it has after kill -9 what it had before, and one process at a time may use it', async ({
  runCommand,
  runDatastore,
}, testInfo) => {
  const data = testInfo.outputPath('data');
  const first = await runDatastore('--data', data);
  const before = first.openClient();
  await before.save({ key: before.key(['Tea', 'assam']), data: { stock: 3 } });
  await first.printed(/keeps its data in .*data\. Ctrl\+C stops it/);

  const second = runCommand('datastore', '--port', '0', '--data', data);
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    `[app-test] Another embedded Datastore uses the data folder ${data}. Stop that one, or take another folder.\n`,
  );
  await first.stop('SIGKILL');

  const third = await runDatastore('--data', data);
  const after = third.openClient();
  expect((await after.get(after.key(['Tea', 'assam'])))[0]).toMatchObject({ stock: 3 });
  expect(await third.stop('SIGTERM')).toBe(0);
});
