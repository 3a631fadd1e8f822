import type { EntityMessage, KeyMessage } from '../redirect/index.js';

/** An entity as people read it: JSON, integers beyond 2^53 as text. */
export interface EntityDescription {
  /** Kind, then id or name, from the root: `['Order', 17, 'Line', 'a']`. */
  path: (string | number)[];
  /** The app's namespace and database, where they are not the default ones. */
  namespace?: string;
  database?: string;
  properties: Record<string, unknown>;
}

/** Describes a raw entity. */
export function describeEntity(
  { key, properties }: EntityMessage,
  place: { namespace: string; database: string },
): EntityDescription {
  return {
    path: describePath(key),
    ...(place.namespace === '' ? {} : { namespace: place.namespace }),
    ...(place.database === '' ? {} : { database: place.database }),
    properties: describeProperties(properties),
  };
}

function describePath(key: KeyMessage | null | undefined): (string | number)[] {
  return (key?.path ?? []).flatMap(({ kind, id, name }) => [
    kind ?? '',
    name ?? toNumber((id as string | null | undefined) ?? ''),
  ]);
}

function describeProperties(properties: unknown): Record<string, unknown> {
  const entries = Object.entries((properties ?? {}) as Record<string, object>);
  return Object.fromEntries(entries.map(([name, value]) => [name, describeValue(value)]));
}

function describeValue(value: Record<string, unknown> | object): unknown {
  // google.datastore.v1.Value is a union of fields; the client also sets defaults for those that are not there.
  const raw = value as Record<string, unknown> & { valueType?: string };
  const type = raw.valueType ?? Object.keys(raw).find((name) => name.endsWith('Value'));
  const content = type === undefined ? undefined : raw[type];
  switch (type) {
    case 'integerValue':
      return toNumber(String(content));
    case 'timestampValue':
      return describeTimestamp(content as { seconds?: unknown; nanos?: number });
    case 'keyValue':
      return { key: describePath(content as KeyMessage) };
    case 'blobValue':
      return { base64: Buffer.from(content as Uint8Array).toString('base64') };
    case 'arrayValue':
      return ((content as { values?: object[] }).values ?? []).map(describeValue);
    case 'entityValue':
      return describeProperties((content as { properties?: unknown }).properties);
    case 'nullValue':
    case undefined:
      return null;
    default:
      return content;
  }
}

function describeTimestamp({ seconds, nanos }: { seconds?: unknown; nanos?: number }): string {
  return new Date(Number(seconds ?? 0) * 1000 + Math.floor((nanos ?? 0) / 1e6)).toISOString();
}

function toNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}
