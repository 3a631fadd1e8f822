import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AppTestError, checkName, defaultDatabase, quoteValue } from '../protocol/index.js';
import { checkNotSource, checkTargetNames } from './places/check-target.js';
import type { Place } from './places/place.js';
import { readProjectExclusions } from './project-configuration.js';
import type { FilterMessage } from './rpc/messages.js';
import { parseWhere } from './where/parse-where.js';

/** What `app-test mirror` is asked for. */
export interface MirrorOptions {
  project: string;
  targetNamespace: string;
  sourceHost?: string;
  /** @default '(default)' */
  sourceDatabase?: string;
  /** @default '' the default namespace */
  sourceNamespace?: string;
  targetHost?: string;
  /** A folder of the embedded Datastore's, instead of a host. */
  data?: string;
  /** @default the source's */
  targetProject?: string;
  /** @default 'app-tests' */
  targetDatabase?: string;
  /** @default all that the source lists */
  kind?: string[];
  exclude?: string[];
  where?: string[];
  limit?: string;
  mask?: string;
  dryRun?: boolean;
  resume?: boolean;
  merge?: boolean;
  verify?: boolean;
}

/** Which entities are copied. */
export interface MirrorSelection {
  kinds: string[] | undefined;
  filters: ReadonlyMap<string, FilterMessage>;
  limit: number | undefined;
}

/** The options, checked, with every default filled in. */
export type ResolvedMirrorOptions = ReturnType<typeof resolveMirrorOptions>;

/**
 * Checks options and fills in the defaults.
 *
 * @throws {AppTestError} `OPTION_INVALID`, `NAME_INVALID`, `LIVE_DATABASE` or `MIRROR_TARGET_REFUSED`.
 */
export function resolveMirrorOptions(options: MirrorOptions) {
  const { targetDatabase = defaultDatabase, targetNamespace, data } = options;
  const projectId = checkName('projectId', options.project, '--project');
  checkTargetNames(targetDatabase, targetNamespace);
  if (data !== undefined && options.targetHost !== undefined) {
    throw invalid('--data and --target-host', 'name two targets', 'Give one of them.');
  }
  if (options.resume && options.merge) {
    throw invalid('--resume and --merge', 'contradict each other', '--merge begins anew.');
  }
  const source: Place = {
    host: checkHost('--source-host', options.sourceHost),
    projectId,
    databaseId: checkSourceDatabase(options.sourceDatabase),
    namespaceId: checkSourceNamespace(options.sourceNamespace),
  };
  const target: Place = {
    host: checkHost('--target-host', options.targetHost),
    projectId: checkName('projectId', options.targetProject ?? projectId, '--target-project'),
    databaseId: targetDatabase,
    namespaceId: targetNamespace,
  };
  checkNotSource(source, target, data !== undefined);
  const selection: MirrorSelection = {
    kinds: options.kind && [...new Set(options.kind)],
    filters: parseWhere(options.where ?? []),
    limit: parseLimit(options.limit),
  };
  const { dryRun = false, resume = false, merge = false, verify = false } = options;
  return Object.freeze({
    source,
    target,
    data: data === undefined ? undefined : toRealPath(data),
    selection,
    exclude: [...readProjectExclusions(), ...(options.exclude ?? [])],
    where: options.where ?? [],
    mask: options.mask === undefined ? undefined : resolve(options.mask),
    dryRun,
    resume,
    merge,
    verify,
  });
}

// host:port, the host an IPv6 address in brackets or anything without a colon.
const hostPattern = /^(?:http:\/\/)?(?<address>(?:\[[0-9a-f:.]+\]|[^:/\s]+):(?<port>\d{1,5}))\/?$/i;

function checkHost(option: string, host: string | undefined): string | null {
  if (host === undefined) return null;
  const { address, port } = hostPattern.exec(host)?.groups ?? {};
  if (address !== undefined && Number(port) > 0 && Number(port) < 65_536) return address;
  throw invalid(option, `is ${quoteValue(host)}`, "Give host:port, such as 'localhost:8081'.");
}

function checkSourceDatabase(database = '(default)'): string {
  if (database === '(default)' || database === '') return '';
  return checkName('database', database, '--source-database');
}

function checkSourceNamespace(namespace = ''): string {
  if (/^[\w.-]{0,100}$/.test(namespace) && !/^__.*__$/.test(namespace)) return namespace;
  throw invalid(
    '--source-namespace',
    `is ${quoteValue(namespace)}`,
    'A namespace has at most 100 letters, digits, dots, hyphens and underscores.',
  );
}

function parseLimit(limit: string | undefined): number | undefined {
  if (limit === undefined) return undefined;
  const number = Number(limit);
  if (/^\d+$/.test(limit) && number > 0 && number < 2 ** 31) return number;
  throw invalid(
    '--limit',
    `is ${quoteValue(limit)}`,
    'Give the number of entities per kind, such as 1000.',
  );
}

/** Two names of one folder must be one target. */
function toRealPath(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(toRealPath(dirname(path)), basename(path));
  }
}

function invalid(option: string, what: string, next: string): AppTestError {
  return new AppTestError({ code: 'OPTION_INVALID', message: `${option} ${what}.`, next });
}
