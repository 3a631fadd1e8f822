import { invalidArgument } from '../errors.js';
import type { Partition } from '../keys/scope.js';
import type { QueryMessage } from '../wire/messages.js';
import type { SortOrder } from './compare-rows.js';
import { decodeCursor, type CursorQuery } from './cursor.js';
import { parseFilter, type ParsedFilter } from './parse-filter.js';
import type { Component, ComponentRole, Cursor, Query } from './query.js';

const KEY = '__key__';
const MAX_INEQUALITIES = 10;
const MAX_PARTS = 100;

/** Checks a query and turns it into what is run. */
export function parseQuery(message: QueryMessage, partition: Partition): Query {
  const kind = parseKind(message);
  const filter = parseFilter(message.filter, partition);
  const orders = parseOrders(message);
  checkCounts(filter, orders);
  if (kind === undefined) checkKindless(filter, orders);
  const projected = parseProjection(message, filter);
  const distinctOn = parseGroups(message, filter);
  checkGroupOrder(distinctOn, orders);

  const keysOnly = projected.length > 0 && projected.every((name) => name === KEY);
  const projection = projected.filter((name) => name !== KEY);
  const isProjection = projection.length > 0;
  const implied = [
    ...implyOrders('group', distinctOn),
    ...implyOrders('inequality', filter.inequalities),
    ...implyOrders('value', projection.toSorted()),
  ];
  const isPerValue = isProjection || distinctOn.length > 0;
  const { components, keyPosition, keyDescending } = completeOrder(orders, implied, isPerValue);
  const sorts = [...orders, ...implied].map(({ property }) => property);
  const ordersByKey = sorts.includes(KEY) || filter.equalities.includes(KEY);
  const cursorQuery = { kind, components, keyDescending };
  return {
    partition,
    kind,
    disjuncts: filter.disjuncts,
    components,
    keyDescending,
    keyPosition,
    ordersByKey,
    required: sorts.filter(
      (name) => name !== KEY && !components.some(({ property }) => property === name),
    ),
    keysOnly,
    isAggregated: false,
    projection: isProjection ? projection : undefined,
    distinct: distinctOn.length,
    start: parseCursor(message.startCursor, cursorQuery),
    startCursor: message.startCursor,
    end: parseCursor(message.endCursor, cursorQuery),
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
    role: 'order' as const,
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

function parseGroups(message: QueryMessage, filter: ParsedFilter): string[] {
  const names = (message.distinctOn ?? []).map(({ name }) => readName(name));
  if (names.includes(KEY)) {
    throw invalidArgument(`Group by is not supported for the property: ${KEY}`);
  }
  if (new Set(names).size < names.length) {
    throw invalidArgument('Cannot group by a property multiple times.');
  }
  if (names.some((name) => filter.equalities.includes(name))) {
    throw invalidArgument('Cannot use group by on a property with an equality filter.');
  }
  return names;
}

function readName(name: string | undefined): string {
  if (name === undefined || name === '') {
    throw invalidArgument('The property.name is the empty string.');
  }
  return name;
}

function checkGroupOrder(distinctOn: string[], orders: Component[]): void {
  const ordered = orders.map(({ property }) => property);
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

/** https://cloud.google.com/datastore/docs/concepts/queries, "Limitations" of several inequalities and of OR. */
function checkCounts(
  { inequalities, filters, hasAncestor }: ParsedFilter,
  orders: Component[],
): void {
  const compared = inequalities.filter((name) => name !== KEY);
  if (compared.length > MAX_INEQUALITIES) {
    throw invalidArgument(
      `The query contains ${compared.length} distinct inequality fields: [${compared.join(', ')}]. ` +
        `A query may not have more than ${MAX_INEQUALITIES} distinct inequality fields.`,
    );
  }
  if (filters + orders.length + Number(hasAncestor) > MAX_PARTS) {
    throw invalidArgument(
      `The query may not have more than ${MAX_PARTS} filters + sort orders + ancestor total. Currently there are ` +
        `${filters} filters, ${orders.length} sort orders, and ${hasAncestor ? 'an' : 'no'} ancestor filter.`,
    );
  }
}

function checkKindless(filter: ParsedFilter, orders: Component[]): void {
  if (orders.some(({ property, descending }) => property !== KEY || descending)) {
    throw invalidArgument('kind is required for all orders except __key__ ascending');
  }
  const filtered = filter.properties.find((name) => name !== KEY);
  if (filtered !== undefined) throw invalidArgument(`kind is required for filter: ${filtered}`);
}

function implyOrders(role: ComponentRole, properties: string[]): Omit<Component, 'descending'>[] {
  return properties.map((property) => ({ property, role }));
}

/**
 * The orders that were asked for, then those that filters and projections imply. An order by key is total: what comes
 * after it sorts nothing but the projections of one entity.
 */
function completeOrder(
  orders: Component[],
  implied: Omit<Component, 'descending'>[],
  isPerValue: boolean,
): SortOrder {
  const descending = orders.at(-1)?.descending ?? false;
  const all = [...orders];
  for (const { property, role } of implied) {
    if (!all.some((component) => component.property === property))
      all.push({ property, descending, role });
  }
  const at = all.findIndex(({ property }) => property === KEY);
  if (at === -1) return { components: all, keyPosition: all.length, keyDescending: descending };
  const keyDescending = all[at]!.descending;
  const components = isPerValue ? all.filter((_, index) => index !== at) : all.slice(0, at);
  return { components, keyPosition: at, keyDescending };
}

function parseCursor(bytes: Uint8Array | undefined, query: CursorQuery): Cursor | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined;
  return decodeCursor(bytes, query);
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
