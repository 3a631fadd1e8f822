import { Datastore } from '@google-cloud/datastore';
const datastore = new Datastore({ apiEndpoint: 'localhost:1' });
const key = datastore.key(['Task', 'one']);
await datastore.save({ key, data: { by: 'static' } });
const [task] = await datastore.get(key);
process.stdout.write(JSON.stringify({ task, left: globalThis.redirect.rpcHasLeft }));
