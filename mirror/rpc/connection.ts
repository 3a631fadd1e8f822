import { promisify } from 'node:util';
import {
  type ChannelCredentials,
  Client,
  credentials,
  type Interceptor,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { version } from '../../protocol/index.js';
import type { Place } from '../places/place.js';
import { createUnreachableError } from './explain-failure.js';
import { openGoogleCredentials } from './google-credentials.js';
import type { RpcRequests, RpcResponses } from './messages.js';
import { readOnly } from './read-only.js';
import { findType, type RpcName } from './schema.js';

/** A database that RPCs go to. */
export interface Connection {
  readonly place: Place;
  call<R extends RpcName>(rpc: R, request: RpcRequests[R]): Promise<RpcResponses[R]>;
  close(): void;
}

const deadlineMs = 60_000;
const connectMs = 10_000;

/** Opens the source: whatever is called on it, nothing is written. */
export function openSource(place: Place): Promise<Connection> {
  return openConnection(place, [readOnly]);
}

/** Opens the target. */
export function openTarget(place: Place): Promise<Connection> {
  return openConnection(place, []);
}

async function openConnection(place: Place, interceptors: Interceptor[]): Promise<Connection> {
  const { address, channel } = await openChannel(place);
  const client = new Client(address, channel, {
    interceptors,
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.primary_user_agent': `app-test-mirror/${version}`,
    'grpc.use_local_subchannel_pool': 1,
    // A proxy of the machine's is for Google's hosts, not for those on it.
    ...(place.host !== null && { 'grpc.enable_http_proxy': 0 }),
  });
  await waitUntilConnected(client, place);
  const { projectId, databaseId } = place;
  const metadata = new Metadata();
  // Without it a request for a named database reaches the default one's servers, which refuse it.
  metadata.set(
    'x-goog-request-params',
    new URLSearchParams({ project_id: projectId, database_id: databaseId }).toString(),
  );
  return {
    place,
    call: async (rpc, request) => {
      const [input, output] = [findType(`${rpc}Request`), findType(`${rpc}Response`)];
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          `/google.datastore.v1.Datastore/${rpc}`,
          (message: object) => Buffer.from(input.encode(message).finish()),
          (bytes) => output.decode(bytes),
          { ...request, projectId, databaseId },
          metadata,
          { deadline: Date.now() + deadlineMs },
          (error: ServiceError | null, response?: object) => {
            // Told where it comes from, because a copy has two sides.
            if (error) reject(Object.assign(error, { place }));
            else resolve(response as never);
          },
        );
      });
    },
    close: () => client.close(),
  };
}

/** A typing error in an address is told at once, not after all the retries. */
async function waitUntilConnected(client: Client, place: Place): Promise<void> {
  try {
    await promisify(client.waitForReady.bind(client))(Date.now() + connectMs);
  } catch (cause) {
    client.close();
    throw createUnreachableError(place, connectMs / 1000, cause);
  }
}

async function openChannel({
  host,
  projectId,
}: Place): Promise<{ address: string; channel: ChannelCredentials }> {
  if (host === null) return openGoogleCredentials(projectId);
  return { address: host, channel: credentials.createInsecure() };
}
