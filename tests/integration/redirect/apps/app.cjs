const { Datastore } = require(process.env.DATASTORE_PACKAGE);
const datastore = new Datastore({ apiEndpoint: 'localhost:1' });
const key = datastore.key(['Task', 'one']);
datastore
  .save({ key, data: { by: 'cjs' } })
  .then(() => datastore.get(key))
  .then(([task]) =>
    process.stdout.write(JSON.stringify({ task, left: globalThis.redirect.rpcHasLeft })),
  );
