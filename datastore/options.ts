import { DatastoreStartError } from './errors.js';
import { findNearest } from './nearest-name.js';

/** What an embedded Datastore is started with. */
export interface DatastoreOptions {
  /**
   * The port to listen on; 0 takes a free one.
   *
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on. The embedded Datastore asks nobody who they are: keep it on this machine.
   *
   * @default '127.0.0.1'
   */
  host?: string;
  /**
   * The project of requests that name none. Requests that name one get that project's databases.
   *
   * @default ''
   */
  projectId?: string;
  /**
   * A folder to keep the data in: what was acknowledged is there after the process was killed, and is loaded at the next
   * start. It is made if it is not there; one process at a time may use it.
   *
   * @default undefined the data is kept in memory only
   */
  data?: string;
  /** Called now and then while `data` is loaded, with how many entities were read so far. */
  onLoad?: (entities: number) => void;
  /**
   * An index.yaml, as it is deployed for the service: a query that needs a composite index which is not there fails as
   * it would in production (`FAILED_PRECONDITION`, with the index that it needs).
   *
   * @default undefined every query is answered
   */
  indexes?: string;
  /**
   * A file to which the composite indexes that queries need are added, in the form of an index.yaml. What it has
   * already stays, comments included.
   *
   * @default undefined nothing is written
   */
  writeIndexes?: string;
}

/** The options with every default filled in. */
export type ResolvedDatastoreOptions = ReturnType<typeof resolveDatastoreOptions>;

const KNOWN = ['port', 'host', 'projectId', 'data', 'onLoad', 'indexes', 'writeIndexes'] as const;

/** Checks options and fills in the defaults. */
export function resolveDatastoreOptions(options: DatastoreOptions = {}): Readonly<{
  port: number;
  host: string;
  projectId: string;
  data: string | undefined;
  onLoad: (entities: number) => void;
  indexes: string | undefined;
  writeIndexes: string | undefined;
}> {
  checkNames(options);
  const { port = 0, host = '127.0.0.1', projectId = '', data, indexes, writeIndexes } = options;
  const { onLoad = () => {} } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw invalidOption('port', port, 'a whole number from 0 to 65535');
  }
  if (typeof host !== 'string' || host === '')
    throw invalidOption('host', host, 'a host name or address');
  if (typeof projectId !== 'string') {
    throw invalidOption('projectId', projectId, 'the id of a project');
  }
  if (data !== undefined && (typeof data !== 'string' || data === '')) {
    throw invalidOption('data', data, 'the path of a folder');
  }
  if (typeof onLoad !== 'function') throw invalidOption('onLoad', onLoad, 'a function');
  for (const [name, file] of Object.entries({ indexes, writeIndexes })) {
    if (file === undefined || (typeof file === 'string' && file !== '')) continue;
    throw invalidOption(name, file, 'the path of a file');
  }
  return Object.freeze({ port, host, projectId, data, onLoad, indexes, writeIndexes });
}

function checkNames(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new DatastoreStartError(
      'OPTION_INVALID',
      `startDatastore takes an object of options. Known options: ${KNOWN.join(', ')}.`,
    );
  }
  for (const name of Object.keys(options)) {
    if ((KNOWN as readonly string[]).includes(name)) continue;
    throw new DatastoreStartError(
      'OPTION_UNKNOWN',
      `startDatastore has no option '${name}'. Did you mean '${findNearest(name, KNOWN)}'? Known options: ${KNOWN.join(', ')}.`,
    );
  }
}

function invalidOption(name: string, value: unknown, wanted: string): DatastoreStartError {
  const received = typeof value === 'string' ? `'${value}'` : String(value);
  return new DatastoreStartError(
    'OPTION_INVALID',
    `startDatastore: ${name} is ${received}; it must be ${wanted}.`,
  );
}
