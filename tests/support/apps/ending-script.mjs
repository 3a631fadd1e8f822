// A script that queries and ends: nothing of app-test may keep it alive.
import { Datastore } from '@google-cloud/datastore';

const datastore = new Datastore();
const key = datastore.key(['Visit', 'only']);
await datastore.save({ key, data: { path: '/' } });
const [visit] = await datastore.get(key);
process.stdout.write(`visited ${visit.path}\n`);
