/** How many entities or keys one request may hold: https://cloud.google.com/datastore/docs/concepts/limits */
export const mostPerRequest = 500;

/** Google's emulators take requests of 4 MiB, the service of 10; room is left for what surrounds the entities. */
export const mostBytesPerRequest = 3.5 * 1024 * 1024;
