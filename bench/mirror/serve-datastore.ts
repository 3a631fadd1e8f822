// The embedded Datastore in a process of its own, as `app-test datastore` runs it.

import { startDatastore } from '../../datastore/index.js';

const { address } = await startDatastore();
process.stdout.write(`listens at ${address}\n`);
