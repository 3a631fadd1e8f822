// Calls Datastore, but nothing ever activates.
import { installRedirect } from '../../../../dist/server/redirect/index.js';
import { Datastore } from '@google-cloud/datastore';

installRedirect().wait();
const datastore = new Datastore();
void datastore.get(datastore.key(['Task', 'one']));
