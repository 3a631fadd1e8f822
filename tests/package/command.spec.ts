import { expect, test } from './installed-package.js';

const BIN = 'node_modules/.bin/app-test';

// What a user's shell does: start it, read what to export, use it, press Ctrl+C.
const useDatastore = `
  import { spawn } from 'node:child_process';
  import { Datastore } from '@google-cloud/datastore';
  const command = spawn('${BIN}', ['datastore', '--port', '0', '--project', 'packed'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => command.once('close', resolve));
  let printed = '';
  for await (const chunk of command.stdout.setEncoding('utf8')) {
    printed += chunk;
    if (/_PROJECT_ID=.*\\n/.test(printed)) break;
  }
  for (const [, name, value] of printed.matchAll(/^export (.*)=(.*)$/gm)) process.env[name] = value;
  const datastore = new Datastore();
  await datastore.save({ key: datastore.key(['Tea', 'assam']), data: { stock: 3 } });
  const [tea] = await datastore.get(datastore.key(['Tea', 'assam']));
  command.kill('SIGINT');
  console.log('stock', tea.stock, 'exit code', await ended);
  process.exit();
`;

test('app-test datastore runs from the installed package', async ({ installed }) => {
  installed.link('@google-cloud/datastore');
  installed.write('use-datastore.mjs', useDatastore);

  const { output } = await installed.run(['use-datastore.mjs']);

  expect(output).toContain('stock 3 exit code 0\n');
});

test('app-test datastore says what to install where the client is missing', async ({
  installed,
}) => {
  installed.unlink('@google-cloud/datastore');

  const { code, output } = await installed.run([BIN, 'datastore', '--port', '0']);

  expect(output).toContain('Install the client: npm install @google-cloud/datastore');
  expect(output).toMatch(/^\[app-test\] .*\n$/);
  expect(code).toBe(1);
});

test('app-test lists its commands', async ({ installed }) => {
  const { code, output } = await installed.run([BIN, '--help']);

  expect(output).toContain('datastore [options]');
  expect(code).toBe(0);
});
