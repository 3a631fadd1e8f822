export { DatastoreStartError } from './errors.js';
export type { DatastoreOptions } from './options.js';
export { startDatastore, type EmbeddedDatastore } from './start-datastore.js';
