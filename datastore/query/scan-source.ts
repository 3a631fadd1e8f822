import type { EntityCodec } from '../storage/entity-codec.js';
import type { NamespaceData } from '../storage/namespace-data.js';
import { orderedValueLength } from '../values/encode-value.js';
import { EntityValues } from './entity-values.js';
import { placeEntity } from './match.js';
import type { Conjunction, Query, Row } from './query.js';
import { contains } from './range.js';
import { walk, type Meter } from './walk.js';
import type { Source } from './source.js';

/** Finds the results of a conjunction in a source, in the order in which it is read. */
export class SourceScanner {
  private readonly query: Query;
  private readonly conjunction: Conjunction;
  private readonly source: Source;
  private readonly data: NamespaceData;
  private readonly codec: EntityCodec;
  /** The component that the source's index holds the values of. */
  private readonly at: number;

  constructor(
    query: Query,
    conjunction: Conjunction,
    source: Source,
    data: NamespaceData,
    codec: EntityCodec,
  ) {
    this.query = query;
    this.conjunction = conjunction;
    this.source = source;
    this.data = data;
    this.codec = codec;
    this.at = query.components.findIndex(({ property }) => property === source.property);
  }

  *rows(meter: Meter): Generator<Row> {
    const { source, conjunction } = this;
    const isOneEach = source.isExact && !source.mayRepeat;
    const isAnyKey = source.property === undefined || source.value !== undefined;
    for (const entry of walk(source, meter)) {
      const length =
        source.value?.length ?? (source.property === undefined ? 0 : orderedValueLength(entry));
      const path = length === 0 ? entry : entry.slice(length);
      if (!isAnyKey && !contains(conjunction.keys, path)) continue;
      if (!isAnyKey && !source.others.every(({ entries, value }) => entries.has(value + path)))
        continue;
      const ordered = length === 0 ? undefined : entry.slice(0, length);
      const isPlain = isOneEach || (source.isExact && !this.data.entities.get(path)!.hasNested);
      if (isPlain) yield { path, values: this.valuesOf(ordered) };
      else yield* this.evaluate(path, ordered);
    }
  }

  private valuesOf(ordered: string | undefined): string[] {
    const { equals } = this.conjunction;
    return this.query.components.map(({ property }, at) =>
      at === this.at ? ordered! : equals.get(property)![0]!,
    );
  }

  private *evaluate(path: string, ordered: string | undefined): Generator<Row> {
    const { source, at } = this;
    const entity = this.data.entities.get(path)!;
    const values = new EntityValues(this.codec, entity);
    if (source.mayRepeat && at === -1 && !this.isFirstEntry(values, ordered!)) return;
    for (const place of placeEntity(this.query, this.conjunction, values)) {
      // An entity stands in an index once for each value; only the entry of its place in the order is its result.
      if (source.mayRepeat && at !== -1 && place[at] !== ordered) continue;
      yield { path, values: place };
    }
  }

  private isFirstEntry(values: EntityValues, ordered: string): boolean {
    const property = this.source.property!;
    const range = this.conjunction.ranges.get(property);
    return values
      .of(property)
      .every((value) => value >= ordered || (range !== undefined && !contains(range, value)));
  }
}
