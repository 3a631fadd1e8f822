import { encodeElement, type Path } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import { IndexDemand } from '../storage/index-demand.js';
import { NamespaceData } from '../storage/namespace-data.js';
import type { PropertyIndex } from '../storage/property-index.js';
import type { Snapshot } from '../storage/snapshot.js';
import type { EntityMessage, ValueMessage } from '../wire/messages.js';

/** The kinds by which one asks for namespaces, kinds and properties instead of entities. */
export const METADATA_KINDS = ['__namespace__', '__kind__', '__property__'] as const;

type MetadataKind = (typeof METADATA_KINDS)[number];

/** The default namespace has no name that a key could have: its key has this id. */
const DEFAULT_NAMESPACE_ID = 1;

/** How values show in `property_representation`, by the tag that they begin with in an index. */
const REPRESENTATIONS: [string, string, string][] = [
  ['\x10', '\x11', 'NULL'],
  ['\x20', '\x21', 'INT64'],
  ['\x30', '\x32', 'BOOLEAN'],
  ['\x40', '\x41', 'STRING'],
  ['\x50', '\x51', 'DOUBLE'],
  ['\x60', '\x61', 'POINT'],
  ['\x70', '\x71', 'REFERENCE'],
];

export function isMetadataKind(kind: string | undefined): kind is MetadataKind {
  return METADATA_KINDS.includes(kind as MetadataKind);
}

/** The metadata of a kind as entities, so that the query runs over them like over any others. */
export function describeMetadata(
  kind: MetadataKind,
  snapshot: Snapshot,
  partition: Partition,
  codec: EntityCodec,
): NamespaceData {
  const owner = {};
  const described = new NamespaceData(owner, new IndexDemand(codec));
  const time = snapshot.time;
  for (const { path, properties } of listEntities(kind, snapshot, partition)) {
    const { indexEntries: _, ...write } = codec.write({ properties }, partition);
    described.replace(path, { ...write, updated: time, created: time });
  }
  return described;
}

interface MetadataEntity {
  path: Path;
  properties: NonNullable<EntityMessage['properties']>;
}

function listEntities(
  kind: MetadataKind,
  snapshot: Snapshot,
  { namespaceId }: Partition,
): MetadataEntity[] {
  if (kind === '__namespace__') {
    return snapshot.namespaceNames().map((name) => ({
      path: encodeElement(name === '' ? { kind, id: DEFAULT_NAMESPACE_ID } : { kind, name }),
      properties: {},
    }));
  }
  const data = snapshot.namespace(namespaceId);
  const names = data?.kindNames() ?? [];
  if (kind === '__kind__') {
    return names.map((name) => ({ path: encodeElement({ kind, name }), properties: {} }));
  }
  return names.flatMap((name) => {
    const parent = encodeElement({ kind: '__kind__', name });
    return [...data!.indexes(name)].map(([property, index]) => ({
      path: parent + encodeElement({ kind, name: property }),
      properties: { property_representation: describeRepresentations(index) },
    }));
  });
}

function describeRepresentations({ entries }: PropertyIndex): ValueMessage {
  const values = REPRESENTATIONS.filter(([from, to]) => entries.count(from, to) > 0).map(
    ([, , representation]) => ({ stringValue: representation }),
  );
  return { arrayValue: { values } };
}
