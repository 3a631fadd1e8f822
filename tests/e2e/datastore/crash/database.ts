import { v1 } from '@google-cloud/datastore';
import { credentials } from '@grpc/grpc-js';
import type { Operation, Side, State } from './operations.js';

const PROJECT = 'crash-test';
const KIND = 'T';
const SHARED = 'shared';

// The client does not look for a Google machine around it.
process.env.METADATA_SERVER_DETECTION = 'none';

type Message = Record<string, unknown>;
type Call = (request: Message, options: Message) => Promise<[any]>;

/** What the tests ask of the Datastore, each request once. */
export class Database {
  private readonly client: InstanceType<typeof v1.DatastoreClient>;
  private readonly address: string;

  constructor(address: string) {
    this.address = address;
    const [servicePath, port] = address.split(':');
    this.client = new v1.DatastoreClient({
      servicePath: servicePath!,
      port: Number(port),
      sslCreds: credentials.createInsecure(),
      projectId: PROJECT,
    });
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** Returns the version that it got, if it wrote. */
  async perform(writer: number, operation: Operation): Promise<number> {
    const place = (side: Side): string => `w${writer}${side}`;
    switch (operation.type) {
      case 'put':
      case 'delete':
      case 'increment': {
        const keys = operation.in.flatMap((side) =>
          operation.names.map((name) => keyOf(place(side), name)),
        );
        return this.commit(keys.map((key) => mutate(key, operation)));
      }
      case 'share':
        return this.commit(['x', 'y'].map((name) => increment(keyOf(SHARED, name), 1)));
      case 'read-then-write':
        return this.readThenWrite(keyOf(place('a'), operation.name));
      case 'fork':
        return this.post('/fork', { from: place(operation.from), to: place(operation.to) });
      case 'drop':
        return this.post('/drop', { namespace: place(operation.namespace) });
      default:
        return this.post('/reset');
    }
  }

  async readState(writer: number): Promise<State> {
    return { a: await this.list(`w${writer}a`), b: await this.list(`w${writer}b`) };
  }

  /** The two counters that all writers count up together. */
  async readShared(): Promise<[number, number]> {
    const found = await this.list(SHARED);
    return [found.get('x') ?? 0, found.get('y') ?? 0];
  }

  private async list(namespaceId: string): Promise<Map<string, number>> {
    const partitionId = { projectId: PROJECT, namespaceId };
    // By the index of the property, so that index and entities have to agree.
    const order = [{ property: { name: 'n' }, direction: 'ASCENDING' }];
    const query = { kind: [{ name: KIND }], order };
    const { batch } = await this.call('runQuery', { partitionId, query });
    return new Map(
      batch.entityResults.map(({ entity }: any) => [
        entity.key.path[0].name,
        Number(entity.properties.n.integerValue),
      ]),
    );
  }

  private async readThenWrite(key: Message): Promise<number> {
    const { transaction } = await this.call('beginTransaction', {});
    const { found } = await this.call('lookup', { keys: [key], readOptions: { transaction } });
    const n = Number(found[0]?.entity.properties.n.integerValue ?? 0);
    return this.commit([{ upsert: entityOf(key, n + 1000) }], { transaction });
  }

  private async commit(mutations: Message[], options: Message = {}): Promise<number> {
    const single = options.transaction === undefined && { singleUseTransaction: { readWrite: {} } };
    const request = { mode: 'TRANSACTIONAL', mutations, ...single, ...options };
    const { mutationResults } = await this.call('commit', request);
    return Math.max(...mutationResults.map(({ version }: { version: string }) => Number(version)));
  }

  private async call(method: string, request: Message): Promise<any> {
    const call = (this.client as unknown as Record<string, Call>)[method]!.bind(this.client);
    const [response] = await call({ projectId: PROJECT, ...request }, { retry: null });
    return response;
  }

  private async post(path: string, body?: Message): Promise<number> {
    const init = { method: 'POST', body: JSON.stringify({ projectId: PROJECT, ...body }) };
    const response = await fetch(`http://${this.address}${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    await response.text();
    return 0;
  }
}

function keyOf(namespaceId: string, name: string): Message {
  return { partitionId: { projectId: PROJECT, namespaceId }, path: [{ kind: KIND, name }] };
}

function entityOf(key: Message, n: number, padding = 0): Message {
  const more = { stringValue: 'x'.repeat(padding), excludeFromIndexes: true };
  return { key, properties: { n: { integerValue: n }, more } };
}

function mutate(key: Message, operation: Operation): Message {
  if (operation.type === 'put') return { upsert: entityOf(key, operation.n, operation.padding) };
  return operation.type === 'delete' ? { delete: key } : increment(key, 1);
}

function increment(key: Message, by: number): Message {
  const propertyTransforms = [{ property: 'n', increment: { integerValue: by } }];
  return { upsert: { key, properties: {} }, propertyMask: { paths: [] }, propertyTransforms };
}
