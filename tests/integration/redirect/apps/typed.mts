import { Datastore } from 'datastore-v11';
const datastore = new Datastore({ apiEndpoint: 'localhost:1' });
const key = datastore.key(['Task', 'one']);
await datastore.save({ key, data: { by: 'typed' as string } });
const [task] = await datastore.get(key);
process.stdout.write(
  JSON.stringify({ task, left: Reflect.get(globalThis, 'redirect').rpcHasLeft }),
);
