import type { Layout } from '../plan/layout.js';

// Not at the beginning of a line, where they would look like imports of ours.
const importLines = [
  `import { Datastore } from '@google-cloud/datastore';`,
  `import { defineTestModule } from 'app-test/server';`,
];

/** A test module with setup and teardown. */
export function renderExampleModule(layout: Layout): string {
  const isTyped = layout.module.endsWith('ts');
  const payload = isTyped ? '{ names }: { names: string[] }' : '{ names }';
  const comment = isTyped ? '' : '  /** @param {{ names: string[] }} payload */\n';
  return `${importLines.join('\n')}

// Like the app's own client it is on the test database, and there in the data of the test that calls.
const datastore = new Datastore();
const kind = 'Example';

// Runs inside the server, in test mode only. Replace the bodies by calls of your own code.
export default defineTestModule({
${comment}  async setup(${payload}) {
    await datastore.save(
      names.map((name) => ({ key: datastore.key([kind, name]), data: { name } })),
    );
    return { added: names.length };
  },

  async list() {
    const [examples] = await datastore.runQuery(datastore.createQuery(kind).order('name'));
    return { names: examples.map(({ name }) => name) };
  },

  async teardown() {
    const [examples] = await datastore.runQuery(datastore.createQuery(kind).select('__key__'));
    await datastore.delete(examples.map((example) => example[datastore.KEY]));
    return { removed: examples.length };
  },
});
`;
}
