import {
  AppTestError,
  checkName,
  checkOptionNames,
  defaultDatabase,
  quoteValue,
} from '../../protocol/index.js';
import {
  checkHost,
  checkOrigin,
  createInvalid,
  list,
  oneOf,
  optional,
  positive,
  seconds,
  splitList,
} from './option-values.js';

/** Options of {@link activate} and {@link setup}. */
export interface ActivateOptions {
  /** Target database. @default `APP_TEST_DATABASE`, else `app-tests` */
  database?: string;
  /** Namespace of the session; null and empty are the default namespace. @default the default namespace; with `setup()`, what `APP_TEST` names */
  namespace?: string | null;
  /** Google Cloud project. @default `DATASTORE_PROJECT_ID`, `GOOGLE_CLOUD_PROJECT`, `GCLOUD_PROJECT`, else what the credentials say */
  projectId?: string;
  /** The host's own say in whether this is a development server, asked beside our own check. @default our own check alone */
  isDevServer?: boolean | (() => boolean);
  /** The app's own Datastore instance, for an app bundled into one file. @default the `@google-cloud/datastore` the app loads */
  client?: object;
  /** Which Datastore: the embedded one, or the one the environment configures. @default `APP_TEST_DATASTORE`; embedded where neither an emulator nor a project is configured */
  datastore?: 'embedded' | 'configured';
  /** Of the embedded Datastore: the index.yaml without whose composite indexes queries fail, as in production. @default `APP_TEST_INDEXES`; every query is answered */
  indexes?: string;
  /** Of the embedded Datastore: a file to which the composite indexes that queries need are added. @default `APP_TEST_WRITE_INDEXES`; none */
  writeIndexes?: string;
  /** Folder of test modules, loaded once activated. @default `APP_TEST_MODULES`; none */
  modules?: string;
  /** The deployment root that `modules` must not be shipped with. @default every folder above the main script that looks like one */
  deploymentRoot?: string;
  /** Origins, beside the server's own, whose pages may start sessions. @default none */
  allowedOrigins?: readonly string[];
  /** Host names, beside localhost and IP addresses, under which sessions may be started. @default `APP_TEST_ALLOWED_HOSTS`, comma-separated; none */
  allowedHosts?: readonly string[];
  /** What to do with CORS preflights, which never carry a cookie. @default 'refuse' */
  corsPreflight?: 'refuse' | 'pass';
  /** Seconds until a lease expires that its runner no longer renews. @default `APP_TEST_LEASE_SECONDS`, else 60 */
  leaseSeconds?: number;
  /** How long activation may take, in milliseconds. @default 10000 */
  timeoutMs?: number;
  /** Where the banner goes. @default standard error */
  log?: (line: string) => void;
  /** The clock, for tests that cross midnight. @default the system's */
  now?: () => Date;
}

/** {@link ActivateOptions} with every default filled in. The project may still be unknown. */
export interface ResolvedActivateOptions {
  database: string;
  namespace: string | null;
  projectId: string | undefined;
  isDevServer: (() => boolean) | null;
  client: object | undefined;
  datastore: 'embedded' | 'configured';
  indexes: string | undefined;
  writeIndexes: string | undefined;
  modules: string | undefined;
  deploymentRoot: string | undefined;
  allowedOrigins: readonly string[];
  allowedHosts: readonly string[];
  corsPreflight: 'refuse' | 'pass';
  leaseSeconds: number;
  timeoutMs: number;
  log: (line: string) => void;
  now: () => Date;
}

/** Where a process that runs the embedded Datastore tells its threads and children about it. */
export const embeddedAddressVariable = 'APP_TEST_EMBEDDED_ADDRESS';

const known = [
  'database',
  'namespace',
  'projectId',
  'isDevServer',
  'client',
  'datastore',
  'indexes',
  'writeIndexes',
  'modules',
  'deploymentRoot',
  'allowedOrigins',
  'allowedHosts',
  'corsPreflight',
  'leaseSeconds',
  'timeoutMs',
  'log',
  'now',
] as const satisfies readonly (keyof ActivateOptions)[];

/**
 * Fills in options: explicit, then environment, then default.
 *
 * @throws {AppTestError} `OPTION_UNKNOWN`, `OPTION_INVALID`, `NAME_INVALID` or `LIVE_DATABASE`.
 */
export function resolveActivateOptions(
  owner: string,
  given: ActivateOptions,
): ResolvedActivateOptions {
  checkOptionNames(owner, given, known);
  const options: ActivateOptions = given;
  const { env } = process;
  const database = options.database ?? (env.APP_TEST_DATABASE || defaultDatabase);
  const projectId = options.projectId ?? readConfiguredProject();
  const datastore = readDatastore(options.datastore);
  const hosts = options.allowedHosts ?? splitList(env.APP_TEST_ALLOWED_HOSTS);
  return Object.freeze({
    database: checkDatabase(database),
    namespace: checkNamespace(options.namespace ?? ''),
    projectId: projectId === undefined ? undefined : checkName('projectId', projectId),
    isDevServer: readDevServer(options.isDevServer),
    client: optional('client', options.client, 'object'),
    datastore,
    indexes: readIndexFile('indexes', options.indexes || env.APP_TEST_INDEXES, datastore),
    writeIndexes: readIndexFile(
      'writeIndexes',
      options.writeIndexes || env.APP_TEST_WRITE_INDEXES,
      datastore,
    ),
    modules: optional('modules', options.modules || env.APP_TEST_MODULES || undefined, 'string'),
    deploymentRoot: optional('deploymentRoot', options.deploymentRoot, 'string'),
    allowedOrigins: list('allowedOrigins', options.allowedOrigins ?? []).map(checkOrigin),
    allowedHosts: list('allowedHosts (APP_TEST_ALLOWED_HOSTS)', hosts).map(checkHost),
    corsPreflight: oneOf('corsPreflight', options.corsPreflight ?? 'refuse', ['refuse', 'pass']),
    leaseSeconds: seconds(options.leaseSeconds ?? (env.APP_TEST_LEASE_SECONDS || 60)),
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? 10_000),
    log: optional('log', options.log, 'function') ?? writeLine,
    now: optional('now', options.now, 'function') ?? (() => new Date()),
  });
}

/** The project that the environment configures; `undefined` if it configures none. */
export function readConfiguredProject(): string | undefined {
  const { env } = process;
  return env.DATASTORE_PROJECT_ID || env.GOOGLE_CLOUD_PROJECT || env.GCLOUD_PROJECT || undefined;
}

function checkDatabase(database: unknown): string {
  if (database !== '' && database !== '(default)') return checkName('database', database);
  throw new AppTestError({
    code: 'LIVE_DATABASE',
    message: `The database ${quoteValue(database)} is the project's default one; a test database is a named one.`,
    next: `Leave the option database out for '${defaultDatabase}', or name another.`,
  });
}

function readDatastore(option: unknown): 'embedded' | 'configured' {
  const { env } = process;
  const asked = option ?? (env.APP_TEST_DATASTORE || undefined);
  if (asked !== undefined) return oneOf('datastore', asked, ['embedded', 'configured']);
  // A worker thread, or a child process: its parent's choice is its own.
  if (env[embeddedAddressVariable]) return 'embedded';
  // GOOGLE_APPLICATION_CREDENTIALS names a project too, inside its file.
  const isConfigured =
    Boolean(env.DATASTORE_EMULATOR_HOST) ||
    readConfiguredProject() !== undefined ||
    Boolean(env.GOOGLE_APPLICATION_CREDENTIALS);
  return isConfigured ? 'configured' : 'embedded';
}

function readIndexFile(name: string, file: unknown, datastore: string): string | undefined {
  if (file === undefined || file === '') return undefined;
  if (typeof file !== 'string') throw createInvalid(name, file, 'the path of an index.yaml');
  if (datastore === 'embedded') return file;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `${name} is ${quoteValue(file)}, but only the embedded Datastore knows which indexes a query needs.`,
    next: 'Leave it out, or set APP_TEST_DATASTORE=embedded.',
    details: { option: name, value: file },
  });
}

function readDevServer(option: unknown): (() => boolean) | null {
  if (option === undefined) return null;
  if (typeof option === 'boolean') return () => option;
  if (typeof option === 'function') return option as () => boolean;
  throw createInvalid('isDevServer', option, 'true, false or a function that returns one of them');
}

function checkNamespace(namespace: unknown): string | null {
  return namespace === '' ? null : checkName('namespace', namespace);
}

function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
