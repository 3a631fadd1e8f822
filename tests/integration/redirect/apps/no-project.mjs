// Calls Datastore at once, in a process that has no project until it is activated.
import { installRedirect } from '../../../../dist/server/redirect/index.js';

const { Datastore } = await import(process.env.DATASTORE_PACKAGE);
const redirect = installRedirect();
redirect.wait();
const datastore = new Datastore();
const key = datastore.key(['Task', 'one']);
const early = datastore.save({ key, data: { by: 'nobody' } });
const unknown = await new Datastore().getProjectId().catch((error) => error.message);
process.env.GOOGLE_CLOUD_PROJECT = 'local-project';
const { projectId, database, namespace, host } = JSON.parse(process.env.REDIRECT_TARGET);
redirect.open({ projectId, database, namespace, host });
await redirect.selfCheck({ timeoutMs: 10_000 });
redirect.admit();
await early;
const [task] = await datastore.get(key);
process.stdout.write(JSON.stringify({ task, unknown }));
