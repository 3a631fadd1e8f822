import { invalidArgument } from '../errors.js';

/** The names that lead to a property: more than one if it is inside embedded entities. */
export type PropertyPath = readonly string[];

// A name as it stands, a name in backquotes, or a name in which dots and backslashes are escaped.
const SEGMENT = /(?:`((?:[^`\\]|\\.)+)`|((?:[^.\\`]|\\.)+))(\.|$)/gsy;
const RESERVED = /^__.*__$/s;

/** Reads a dotted property path. */
export function parsePropertyPath(text: string): PropertyPath {
  if (text === '') throw invalidArgument('Invalid empty property path string.');
  const names: string[] = [];
  SEGMENT.lastIndex = 0;
  while (SEGMENT.lastIndex < text.length || text.endsWith('.')) {
    const match = SEGMENT.exec(text);
    if (match === null) throw invalidArgument(`Invalid property path "${text}".`);
    names.push((match[1] ?? match[2]!).replace(/\\(.)/gs, '$1'));
    if (match[3] === '') break;
  }
  return names;
}

/** Refuses a path of which a name is reserved. */
export function checkNotReserved(path: PropertyPath, what: string): void {
  const reserved = path.find((name) => RESERVED.test(name));
  if (reserved !== undefined) throw invalidArgument(`The ${what} "${reserved}" is reserved.`);
}
