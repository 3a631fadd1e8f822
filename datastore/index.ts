export { DatastoreStartError } from './errors.js';
export type { DatastoreOptions } from './options.js';
export {
  startDatastore,
  type DatabasePlace,
  type DropOptions,
  type EmbeddedDatastore,
  type ForkOptions,
} from './start-datastore.js';
