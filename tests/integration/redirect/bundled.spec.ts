import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, partitionOf, test, versions } from './redirect-test.js';
import { appFile, runApp } from './run-app.js';

const redirectModule = new URL('../../../dist/server/redirect/index.js', import.meta.url);

for (const version of versions) {
  for (const databaseId of ['', 'main']) {
    test(`a minified bundle of ${version} with database '${databaseId}' moves through its own instance`, async ({
      target,
      redirect,
    }, testInfo) => {
      const outfile = testInfo.outputPath('build', 'app.mjs');
      // The client reads this file at run time; whoever bundles it copies the file.
      const main = createRequire(import.meta.url).resolve(version);
      cpSync(join(main, '../../protos'), testInfo.outputPath('protos'), { recursive: true });
      await build({
        entryPoints: [appFile('bundle.js')],
        outfile,
        bundle: true,
        minify: true,
        platform: 'node',
        format: 'esm',
        logLevel: 'silent',
        alias: { '@google-cloud/datastore': version },
        banner: {
          js: `import { createRequire } from 'node:module'; import { fileURLToPath as f } from 'node:url'; import { dirname as d } from 'node:path'; const require = createRequire(import.meta.url); const __filename = f(import.meta.url); const __dirname = d(__filename);`,
        },
      });
      const run = await runApp([outfile], target, {
        REDIRECT_MODULE: redirectModule.href,
        DATABASE_ID: databaseId,
        // Newer Node says of v9's dependencies that they use what is deprecated.
        NODE_OPTIONS: '--no-deprecation',
      });
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(run.stdout)).toMatchObject({
        rows: ['bundle'],
        refused: 'EGRESS_BLOCKED',
        address: { database: target.database, namespace: target.namespace },
      });
      const namespaceId = `${target.namespace}..${databaseId}.tenant`;
      const { found } = await redirect.callTarget('lookup', {
        keys: [
          { partitionId: partitionOf(target, namespaceId), path: [{ kind: 'Task', name: 'one' }] },
        ],
      });
      expect(found).toHaveLength(1);
    });
  }
}

test('an object that is no Datastore instance is refused as a client', ({ watching, target }) => {
  watching.wait();
  for (const client of [{}, new Map(), Object.create(null) as object]) {
    expect(() => watching.open(target, { client })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  }
  expect(watching.state).toBe('waiting');
});
