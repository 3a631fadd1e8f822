const { Datastore } = await import(process.env.DATASTORE_PACKAGE);
const datastore = new Datastore({ apiEndpoint: 'localhost:1' });
const key = datastore.key(['Task', 'one']);
await datastore.save({ key, data: { by: 'mjs' } });
const [task] = await datastore.get(key);
process.stdout.write(JSON.stringify({ task, left: globalThis.redirect.rpcHasLeft }));
