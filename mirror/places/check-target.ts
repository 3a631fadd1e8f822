import { AppTestError, checkName, defaultDatabase, quoteValue } from '../../protocol/index.js';
import { describePlace, type Place } from './place.js';

/**
 * Refuses a target that could be live: the default database, and the default namespace.
 *
 * @throws {AppTestError} `LIVE_DATABASE`, `MIRROR_TARGET_REFUSED` or `NAME_INVALID`.
 */
export function checkTargetNames(database: string, namespace: string): void {
  if (database === '' || database === '(default)') {
    throw new AppTestError({
      code: 'LIVE_DATABASE',
      message: `Nothing is copied into the default database (--target-database ${quoteValue(database)}): that is the live one.`,
      next: `Leave --target-database out for '${defaultDatabase}', or name another test database.`,
    });
  }
  if (namespace === '') {
    throw new AppTestError({
      code: 'MIRROR_TARGET_REFUSED',
      message: 'Nothing is copied into the default namespace (--target-namespace is empty).',
      next: 'Name the namespace that the server is started with, such as --target-namespace mirror and APP_TEST=mirror.',
    });
  }
  checkName('database', database, '--target-database');
  checkName('namespace', namespace, '--target-namespace');
}

/**
 * Refuses a target that could be the source. Hosts don't count: `localhost` and `127.0.0.1`, a forwarded port or a
 * proxy may lead to one and the same Datastore, and nothing that one can ask it tells. Only an embedded Datastore that
 * the copy itself starts on a folder is surely another.
 *
 * @throws {AppTestError} `MIRROR_TARGET_REFUSED`.
 */
export function checkNotSource(source: Place, target: Place, isOwnTarget: boolean): void {
  const isSame =
    source.projectId === target.projectId &&
    source.databaseId === target.databaseId &&
    source.namespaceId === target.namespaceId;
  if (!isSame || isOwnTarget) return;
  throw new AppTestError({
    code: 'MIRROR_TARGET_REFUSED',
    message: `Source and target are the same: ${describePlace(source)}, and ${describePlace(target)}. Two addresses may lead to one Datastore.`,
    next: 'Use another --target-namespace, --target-database or --target-project.',
    details: { source, target },
  });
}
