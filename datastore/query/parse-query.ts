import { invalidArgument } from '../errors.js';
import type { Partition } from '../keys/scope.js';
import type { QueryMessage } from '../wire/messages.js';
import { decodeCursor, describeQuery, type Cursor } from './cursor.js';
import { parseFilter, type ParsedFilter } from './parse-filter.js';
import type { Component, Query } from './query.js';

const KEY = '__key__';

/** Checks a query and turns it into what is run. */
export function parseQuery(message: QueryMessage, partition: Partition): Query {
  const kind = parseKind(message);
  const filter = parseFilter(message.filter, partition);
  const orders = parseOrders(message);
  const projected = parseProjection(message, filter);
  const distinctOn = (message.distinctOn ?? []).map((reference) => readName(reference.name));
  checkDistinct(distinctOn, orders);
  if (kind === undefined) checkKindless(filter, orders, projected);

  const keysOnly = projected.length > 0 && projected.every((name) => name === KEY);
  const projection = projected.filter((name) => name !== KEY);
  const isProjection = projection.length > 0;
  const keyOrder = orders.findIndex(({ property }) => property === KEY);
  const sorting = keyOrder === -1 ? orders : orders.slice(0, keyOrder);
  const implied = [...distinctOn, ...filter.inequalities, ...projection];
  const last = sorting.at(-1)?.descending ?? false;
  // An order by key is total: whatever comes after it is only required to be there.
  const isTotal = keyOrder !== -1;
  const components = isTotal && !isProjection ? sorting : complete(sorting, implied, last);
  const keyDescending = keyOrder === -1 ? last : orders[keyOrder]!.descending;
  const query = describeQuery(kind, components, keyDescending);
  return {
    partition,
    kind,
    disjuncts: filter.disjuncts,
    components,
    keyDescending,
    required: [...orders.map(({ property }) => property), ...implied].filter(
      (name) => name !== KEY && !components.some(({ property }) => property === name),
    ),
    keysOnly,
    projection: isProjection ? projection : undefined,
    distinct: distinctOn.length,
    start: parseCursor(message.startCursor, query, components),
    end: parseCursor(message.endCursor, query, components),
    offset: parseOffset(message.offset),
    limit: parseLimit(message.limit),
  };
}

function parseKind(message: QueryMessage): string | undefined {
  const kinds = message.kind ?? [];
  if (kinds.length > 1) throw invalidArgument('multiple kinds not supported');
  if (kinds.length === 0) return undefined;
  const name = kinds[0]!.name ?? '';
  if (name === '') throw invalidArgument('The kind is the empty string.');
  return name;
}

function parseOrders(message: QueryMessage): Component[] {
  const orders = (message.order ?? []).map(({ property, direction }) => ({
    property: readName(property?.name),
    descending: direction === 2,
  }));
  const seen = new Set<string>();
  for (const { property } of orders) {
    if (seen.has(property)) {
      throw invalidArgument(`order by clause cannot contain duplicate fields ${property}`);
    }
    seen.add(property);
  }
  return orders;
}

function parseProjection(message: QueryMessage, filter: ParsedFilter): string[] {
  const names = (message.projection ?? []).map(({ property }) => readName(property?.name));
  if (new Set(names).size < names.length) {
    throw invalidArgument('Cannot project a property multiple times.');
  }
  if (names.some((name) => name !== KEY && filter.equalities.includes(name))) {
    throw invalidArgument('Cannot use projection on a property with an equality filter.');
  }
  return names;
}

function readName(name: string | undefined): string {
  if (name === undefined || name === '') {
    throw invalidArgument('The property.name is the empty string.');
  }
  return name;
}

function checkDistinct(distinctOn: string[], orders: Component[]): void {
  const ordered = orders.map(({ property }) => property).filter((name) => name !== KEY);
  const firstOther = ordered.findIndex((name) => !distinctOn.includes(name));
  const hasLater =
    firstOther !== -1 &&
    distinctOn.some((name) => {
      const at = ordered.indexOf(name);
      return at === -1 || at > firstOther;
    });
  if (hasLater) {
    throw invalidArgument(
      'All group by properties must be ordered before any non group by properties.',
    );
  }
}

function checkKindless(filter: ParsedFilter, orders: Component[], projected: string[]): void {
  const filtered = [...filter.inequalities, ...filter.equalities].find((name) => name !== KEY);
  if (filtered !== undefined) throw invalidArgument(`kind is required for filter: ${filtered}`);
  if (orders.some(({ property, descending }) => property !== KEY || descending)) {
    throw invalidArgument('kind is required for all orders except __key__ ascending');
  }
  if (projected.some((name) => name !== KEY)) {
    throw invalidArgument('kind is required for all projections except __key__');
  }
}

/** The orders that were asked for, then those that filters and projections imply. */
function complete(orders: Component[], implied: string[], descending: boolean): Component[] {
  const components = [...orders];
  for (const property of implied) {
    if (property === KEY || components.some((component) => component.property === property)) {
      continue;
    }
    components.push({ property, descending });
  }
  return components;
}

function parseCursor(
  bytes: Uint8Array | undefined,
  query: string,
  components: Component[],
): Cursor | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined;
  return decodeCursor(bytes, query, components.length);
}

function parseOffset(offset = 0): number {
  if (offset < 0) throw invalidArgument('Offset must be non-negative.');
  return offset;
}

function parseLimit(limit: QueryMessage['limit']): number | undefined {
  if (!limit) return undefined;
  const value = limit.value ?? 0;
  if (value < 0) throw invalidArgument('Limit must be non-negative.');
  return value;
}
