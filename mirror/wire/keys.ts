import { hideControls } from '../../protocol/index.js';
import { encodeDelimited, forEachField } from './fields.js';

/** One element of a key's path. `id` is 0n and `name` empty where it has none. */
export interface PathElement {
  kind: string;
  id: bigint;
  name: string;
}

const partitionField = 1;
const pathField = 2;

/** The encoded partition id of an encoded key; empty if it has none. */
export function readPartition(key: Uint8Array): Uint8Array {
  let partition = key.subarray(0, 0);
  forEachField(key, ({ number, payload, end }) => {
    if (number === partitionField) partition = key.subarray(payload, end);
  });
  return partition;
}

/** The same key in another partition. */
export function replacePartition(key: Uint8Array, partition: Uint8Array): Uint8Array {
  const chunks = [encodeDelimited(partitionField, partition)];
  forEachField(key, ({ number, start, end }) => {
    if (number !== partitionField) chunks.push(key.subarray(start, end));
  });
  return Buffer.concat(chunks);
}

/** The encoded key of an encoded entity. */
export function readEntityKey(entity: Uint8Array): Uint8Array {
  let key: Uint8Array | undefined;
  forEachField(entity, ({ number, payload, end }) => {
    if (number === 1) key = entity.subarray(payload, end);
  });
  if (key === undefined) throw new Error('Malformed entity: it has no key.');
  return key;
}

/** The path of an encoded key. */
export function readPath(key: Uint8Array): PathElement[] {
  const path: PathElement[] = [];
  forEachField(key, ({ number, payload, end }) => {
    if (number === pathField) path.push(readElement(key.subarray(payload, end)));
  });
  return path;
}

function readElement(bytes: Uint8Array): PathElement {
  const element: PathElement = { kind: '', id: 0n, name: '' };
  forEachField(bytes, ({ number, payload, end }) => {
    if (number === 2) element.id = readInt64(bytes, payload, end);
    else if (number === 1) element.kind = readText(bytes, payload, end);
    else if (number === 3) element.name = readText(bytes, payload, end);
  });
  return element;
}

function readText(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

function readInt64(bytes: Uint8Array, start: number, end: number): bigint {
  let value = 0n;
  for (let at = end - 1; at >= start; at--) value = (value << 7n) | BigInt(bytes[at]! & 0x7f);
  return BigInt.asIntN(64, value);
}

/** A key, or one above it. */
export interface Ancestor {
  key: Uint8Array;
  isNumeric: boolean;
  /** The largest id in its path. */
  largestId: bigint;
}

/** The encoded keys above an encoded key, the topmost first, and itself. */
export function listLineage(key: Uint8Array): Ancestor[] {
  const head: Uint8Array[] = [];
  const lineage: Ancestor[] = [];
  forEachField(key, ({ number, start, payload, end }) => {
    head.push(key.subarray(start, end));
    if (number !== pathField) return;
    const { id } = readElement(key.subarray(payload, end));
    const above = lineage.at(-1)?.largestId ?? 0n;
    const largestId = id > above ? id : above;
    lineage.push({ key: Buffer.concat(head), isNumeric: id !== 0n, largestId });
  });
  return lineage;
}

/** As Datastore orders keys: kind first, ids before names, names by their bytes, a parent before its children. */
export function comparePaths(a: readonly PathElement[], b: readonly PathElement[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareElements(a[at]!, b[at]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareElements(a: PathElement, b: PathElement): number {
  const byKind = Buffer.compare(Buffer.from(a.kind), Buffer.from(b.kind));
  if (byKind !== 0) return byKind;
  if (a.id !== 0n && b.id !== 0n) return a.id < b.id ? -1 : Number(a.id > b.id);
  if (a.id !== 0n || b.id !== 0n) return a.id !== 0n ? -1 : 1;
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}

/** A path in words. */
export function describePath(path: readonly PathElement[]): string {
  return hideControls(
    path.map(({ kind, id, name }) => `${kind}:${id === 0n ? name : id}`).join('/'),
  );
}
