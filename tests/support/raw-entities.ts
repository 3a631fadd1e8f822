import { v1 } from '@google-cloud/datastore';
import { credentials } from '@grpc/grpc-js';

/** A namespace of a database, at `host:port`. */
export interface RawPlace {
  address: string;
  projectId: string;
  databaseId: string;
  namespaceId: string;
}

/** An entity as the protocol has it. */
export type RawEntity = { key: RawKey; properties: Record<string, object> };
export type RawKey = {
  partitionId?: object;
  path: { kind: string; id?: unknown; name?: string }[];
};

// The client's own declarations leave these untyped where its protos can't be resolved.
type RunQueryResult = [
  { batch?: { entityResults?: { entity: RawEntity }[]; endCursor?: unknown } },
];
type AllocateIdsResult = [{ keys?: RawKey[] }];

/** Reads and writes entities as they are in the protocol, through the official generated client. */
export class RawEntities {
  readonly #client: InstanceType<typeof v1.DatastoreClient>;
  readonly #place: RawPlace;

  constructor(place: RawPlace) {
    const [servicePath, port] = place.address.split(':');
    this.#place = place;
    this.#client = new v1.DatastoreClient({
      servicePath: servicePath!,
      port: Number(port),
      sslCreds: credentials.createInsecure(),
      projectId: place.projectId,
    });
  }

  partitionId(): object {
    const { projectId, databaseId, namespaceId } = this.#place;
    return { projectId, databaseId, namespaceId };
  }

  /** A key here: kinds and ids or names in turn. A number or bigint is an id. */
  key(...path: (string | number | bigint)[]): RawKey {
    const elements: RawKey['path'] = [];
    for (let at = 0; at < path.length; at += 2) {
      const id = path[at + 1]!;
      const kind = String(path[at]);
      elements.push(typeof id === 'string' ? { kind, name: id } : { kind, id: String(id) });
    }
    return { partitionId: this.partitionId(), path: elements };
  }

  async write(entities: readonly RawEntity[]): Promise<void> {
    const { projectId, databaseId } = this.#place;
    for (let at = 0; at < entities.length; at += 500) {
      await this.#client.commit({
        projectId,
        databaseId,
        mode: 'NON_TRANSACTIONAL',
        mutations: entities.slice(at, at + 500).map((upsert) => ({ upsert })) as never,
      });
    }
  }

  /** Every entity of a kind, in the order of keys. */
  async read(kind: string): Promise<RawEntity[]> {
    const { projectId, databaseId } = this.#place;
    const entities: RawEntity[] = [];
    let startCursor: unknown;
    for (;;) {
      const limit = 500;
      const query = {
        kind: [{ name: kind }],
        order: [{ property: { name: '__key__' }, direction: 'ASCENDING' }],
        limit: { value: limit },
        ...(startCursor !== undefined && { startCursor }),
      };
      const [{ batch }]: RunQueryResult = await this.#client.runQuery({
        projectId,
        databaseId,
        partitionId: this.partitionId(),
        query: query as never,
      });
      const results = batch?.entityResults ?? [];
      entities.push(...results.map(({ entity }) => entity));
      if (results.length < limit) return entities;
      startCursor = batch!.endCursor;
    }
  }

  /** A new id for an incomplete key of a kind. */
  async allocate(kind: string, count: number): Promise<string[]> {
    const { projectId, databaseId } = this.#place;
    const key = { partitionId: this.partitionId(), path: [{ kind }] };
    const keys = Array.from({ length: count }, () => key);
    const [response]: AllocateIdsResult = await this.#client.allocateIds({
      projectId,
      databaseId,
      keys,
    });
    return (response.keys ?? []).map(({ path }) => String(path?.at(-1)?.id));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
