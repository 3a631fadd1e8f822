// Bundled into one file by the test, so that no module of the Datastore package can be seen loading.
import { Datastore } from '@google-cloud/datastore';

const redirect = (await import(process.env.REDIRECT_MODULE)).installRedirect();
const { projectId, database, namespace, host } = JSON.parse(process.env.REDIRECT_TARGET);
const datastore = new Datastore({ namespace: 'tenant', databaseId: process.env.DATABASE_ID });
redirect.wait();
redirect.open({ projectId, database, namespace, host }, { client: datastore });
await redirect.selfCheck({ timeoutMs: 10_000 });
redirect.admit();
const key = datastore.key(['Task', 'one']);
await datastore.save({ key, data: { by: 'bundle' } });
const rows = [];
for await (const row of datastore.runQueryStream(datastore.createQuery('Task'))) rows.push(row.by);
const refused = await datastore.getIndexes().catch((error) => error.code);
process.stdout.write(JSON.stringify({ rows, refused, address: redirect.addressNow() }));
