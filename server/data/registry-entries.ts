import { encodeNamespace, type EntityMessage, sessionKind } from '../redirect/index.js';
import { requireTriple } from '../session/triple.js';
import { commit } from './commit.js';
import { createPartition } from './partition.js';
import { readPages } from './read-pages.js';

// What app-test has to know of the data of sessions after a restart is kept in the test database, in a namespace that no
// session can have: no lock of the application's queries is ever waited for. Entries form lists.

/** An entry: its name, and what was written with it. */
export interface RegistryEntry {
  name: string;
  texts: Readonly<Record<string, string>>;
}

/** Writes an entry, in place of one of the same name. */
export async function writeEntry(
  list: string,
  name: string,
  texts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const properties = Object.fromEntries(
    Object.entries(texts).map(([property, stringValue]) => [
      property,
      { stringValue, excludeFromIndexes: true },
    ]),
  );
  await commit([{ upsert: { key: createKey(readOwnNamespace(), list, name), properties } }]);
}

/** Deletes an entry; a missing one is no error. */
export async function deleteEntry(list: string, name: string): Promise<void> {
  await commit([{ delete: createKey(readOwnNamespace(), list, name) }]);
}

/**
 * Reads a list.
 *
 * @param namespace The process session's, of this process or another; null is the default one.
 */
export async function readList(
  list: string,
  namespace: string | null = requireTriple().namespace,
): Promise<RegistryEntry[]> {
  const entries: RegistryEntry[] = [];
  for await (const page of queryList(list, namespace)) {
    for (const { key, properties } of page) {
      entries.push({ name: key?.path?.at(-1)?.name ?? '', texts: readTexts(properties) });
    }
  }
  return entries;
}

/** Deletes a list. */
export async function deleteList(list: string): Promise<void> {
  for await (const page of queryList(list, readOwnNamespace())) {
    const partitionId = createPartition(encodeRegistry(readOwnNamespace()));
    await commit(page.map(({ key }) => ({ delete: { ...key, partitionId } })));
  }
}

function queryList(list: string, namespace: string | null): AsyncGenerator<EntityMessage[]> {
  const ancestor = {
    property: { name: '__key__' },
    op: 'HAS_ANCESTOR',
    value: { keyValue: createKey(namespace, list) },
  };
  const query = { kind: [{ name: sessionKind }], filter: { propertyFilter: ancestor } };
  return readPages(encodeRegistry(namespace), query);
}

function readTexts(properties: EntityMessage['properties']): Record<string, string> {
  const values = Object.entries((properties ?? {}) as Record<string, { stringValue?: string }>);
  return Object.fromEntries(values.map(([name, value]) => [name, value.stringValue ?? '']));
}

function createKey(namespace: string | null, ...names: string[]): object {
  const path = names.map((name) => ({ kind: sessionKind, name }));
  return { partitionId: createPartition(encodeRegistry(namespace)), path };
}

function readOwnNamespace(): string | null {
  return requireTriple().namespace;
}

function encodeRegistry(namespace: string | null): string {
  return encodeNamespace({ namespace, session: '-', appDatabase: '', appNamespace: '' });
}
