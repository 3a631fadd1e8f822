import { invalidArgument } from '../errors.js';
import { toBigInt, toInt64, toInteger } from '../values/numbers.js';
import {
  decodeInteger,
  decodeText,
  encodeInteger,
  encodeText,
  integerLength,
} from '../values/order-bytes.js';
import type { KeyMessage, PathElementMessage } from '../wire/messages.js';

/**
 * A complete key path as a byte string in Datastore's order of keys: element by element, kinds bytewise, ids before
 * names, ids numerically, names bytewise, a parent before its children. An ancestor's path is a prefix of its
 * descendants'.
 */
export type Path = string;

const ID = '\x10';
const NAME = '\x20';
const MAX_ELEMENTS = 100;
const MAX_BYTES = 1500;
const RESERVED = /^__.*__$/s;

/** What a key is used for decides what may be reserved in it. */
export type KeyUse = 'write' | 'read';

/** Checks a key message's path and says whether its last element lacks an id. */
export function checkPath(key: KeyMessage, use: KeyUse): { complete: boolean } {
  const elements = key.path ?? [];
  if (elements.length === 0) throw invalidArgument('Key path is empty.');
  if (elements.length > MAX_ELEMENTS) {
    throw invalidArgument('Key path is too long. Cannot exceed 100 elements.');
  }
  for (const element of elements) checkElement(element, use);
  const complete = isComplete(elements[elements.length - 1]!);
  if (elements.slice(0, -1).some((element) => !isComplete(element))) throw incompleteKey(key);
  return { complete };
}

/** Encodes a path that was checked and is complete. */
export function encodePath(key: KeyMessage): Path {
  let path = '';
  for (const element of key.path ?? []) path += encodeElement(element);
  return path;
}

/** Checks and encodes the path of a key that must be complete. */
export function parsePath(key: KeyMessage, use: KeyUse): Path {
  if (!checkPath(key, use).complete) throw incompleteKey(key);
  return encodePath(key);
}

/** Encodes one complete path element. */
export function encodeElement(element: PathElementMessage): string {
  const kind = encodeText(element.kind!);
  return hasName(element)
    ? kind + NAME + encodeText(element.name!)
    : kind + ID + encodeInteger(toInteger(element.id));
}

/** Reads the elements of a path back. */
export function decodePath(path: Path): PathElementMessage[] {
  const elements: PathElementMessage[] = [];
  for (let at = 0; at < path.length;) {
    const kind = decodeText(path, at);
    if (path[kind.next] === NAME) {
      const name = decodeText(path, kind.next + 1);
      elements.push({ kind: kind.text, name: name.text });
      at = name.next;
    } else {
      const id = decodeInteger(path, kind.next + 1);
      elements.push({ kind: kind.text, id: toInt64(id.value) });
      at = id.next;
    }
  }
  return elements;
}

/** The kind of the entity with this path: that of its last element. */
export function kindOf(path: Path): string {
  let kindStart = 0;
  for (let at = 0; at < path.length;) {
    kindStart = at;
    at = skipElement(path, at);
  }
  return decodeText(path, kindStart).text;
}

/** The position after the path element at this position. */
export function skipElement(encoded: string, start: number): number {
  const tag = encoded.indexOf('\0', start) + 1;
  return encoded[tag] === NAME
    ? encoded.indexOf('\0', tag + 1) + 1
    : tag + 1 + integerLength(encoded, tag + 1);
}

/** The refusal of a key that lacks an id where one is needed. */
export function incompleteKey(key: KeyMessage): Error {
  return invalidArgument(`Key path element must not be incomplete: ${describePath(key)}`);
}

/** A key path as Datastore's error texts show it. */
export function describePath(key: KeyMessage): string {
  const elements = (key.path ?? []).map((element) => {
    const identifier = hasName(element)
      ? element.name!
      : hasId(element)
        ? toBigInt(element.id)
        : '';
    return `${element.kind}: ${identifier}`;
  });
  return `[${elements.join(', ')}]`;
}

function checkElement(element: PathElementMessage, use: KeyUse): void {
  checkText('kind', element.kind ?? '', use);
  if (hasName(element)) {
    checkText('key path element name', element.name!, use);
  } else if (hasId(element) && toBigInt(element.id) === 0n) {
    throw invalidArgument('Key path id is invalid. Must not be zero.');
  }
}

function checkText(what: string, text: string, use: KeyUse): void {
  if (text === '') throw invalidArgument(`The ${what} is the empty string.`);
  if (text.length * 3 > MAX_BYTES && Buffer.byteLength(text) > MAX_BYTES) {
    throw invalidArgument(`The ${what} is longer than 1500 bytes.`);
  }
  if (use === 'write' && RESERVED.test(text)) {
    throw invalidArgument(`The ${what} "${text}" is reserved.`);
  }
}

function isComplete(element: PathElementMessage): boolean {
  return hasName(element) || hasId(element);
}

function hasName(element: PathElementMessage): boolean {
  return Object.hasOwn(element, 'name') && element.name !== undefined;
}

function hasId(element: PathElementMessage): boolean {
  return Object.hasOwn(element, 'id') && element.id !== undefined;
}
