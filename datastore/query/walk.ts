import { contains } from './range.js';
import type { Source } from './source.js';

/** Counts the entries that are read, and ends the reading where there were too many. */
export class Meter {
  private readonly most: number;
  entries = 0;

  constructor(most = Infinity) {
    this.most = most;
  }

  get isSpent(): boolean {
    return this.entries > this.most;
  }

  count(): void {
    this.entries++;
  }
}

/** Further ahead than this one jumps instead of passing entry by entry. */
const STRIDE = 8;

/**
 * The entries of a source. In one that is sorted by path the other equalities are looked at too, and what they do not
 * have is jumped over: a zigzag through indexes that are all sorted by path, as in
 * https://cloud.google.com/datastore/docs/concepts/optimize-indexes.
 */
export function walk(source: Source, meter: Meter): Generator<string> {
  const isByPath = source.property === undefined || source.value !== undefined;
  if (!isByPath || source.others.length === 0) return walkAll(source, meter);
  return source.descending ? walkBackward(source, meter) : walkZigzag(source, meter);
}

function* walkAll({ map, range, descending }: Source, meter: Meter): Generator<string> {
  for (const [entry] of map.range(range.from, range.to, descending)) {
    meter.count();
    if (meter.isSpent) return;
    yield entry;
  }
}

function* walkBackward(source: Source, meter: Meter): Generator<string> {
  const start = source.value?.length ?? 0;
  for (const entry of walkAll(source, meter)) {
    const path = entry.slice(start);
    if (source.others.every(({ entries, value }) => entries.has(value + path))) yield entry;
  }
}

function* walkZigzag(source: Source, meter: Meter): Generator<string> {
  const prefix = source.value ?? '';
  let { from } = source.range;
  for (;;) {
    let next: string | undefined;
    let passed = 0;
    for (const [entry] of source.map.range(from, source.range.to)) {
      meter.count();
      if (meter.isSpent) return;
      if (next !== undefined && entry < next) {
        if (++passed > STRIDE) break;
        continue;
      }
      passed = 0;
      const path = nextCommonPath(source, entry.slice(prefix.length));
      if (path === undefined) return;
      next = prefix + path;
      if (next === entry) {
        next = undefined;
        yield entry;
      }
    }
    if (next === undefined || !contains(source.range, next) || next <= from) return;
    from = next;
  }
}

/** The first path from this one on that each of the others may have; undefined if one has none any more. */
function nextCommonPath({ others }: Source, path: string): string | undefined {
  let common = path;
  for (const { entries, value } of others) {
    const found = entries.ceiling(value + common);
    if (found === undefined || !found.startsWith(value)) return undefined;
    common = found.slice(value.length);
  }
  return common;
}
