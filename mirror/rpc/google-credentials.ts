import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js';
import { AppTestError } from '../../protocol/index.js';

interface AuthClient {
  getRequestHeaders(url?: string): Promise<object>;
}

/** The part of the official client's generated one that knows the project's credentials. */
interface OfficialClient {
  auth: { getClient(): Promise<AuthClient> };
  apiEndpoint: string;
}

type OfficialPackage = { v1: { DatastoreClient: new (options: object) => OfficialClient } };

/**
 * How to reach Google's Datastore: as the official client does, with the machine's own credentials.
 *
 * @throws {AppTestError} `DATASTORE_MISSING` without the official client, `DATASTORE_UNREACHABLE` without credentials.
 */
export async function openGoogleCredentials(
  projectId: string,
): Promise<{ address: string; channel: ChannelCredentials }> {
  const { v1 } = loadOfficialPackage();
  const client = new v1.DatastoreClient({ projectId });
  const auth = await client.auth.getClient().catch((cause: unknown) => {
    throw new AppTestError({
      code: 'DATASTORE_UNREACHABLE',
      message: `There are no credentials for project '${projectId}': ${(cause as Error).message}`,
      next: 'Run `gcloud auth application-default login`. For an emulator give --source-host, --target-host or --data.',
      cause,
    });
  });
  const perCall = credentials.createFromMetadataGenerator((call, callback) => {
    void tellHeaders(auth, call.service_url, callback);
  });
  return {
    address: `${client.apiEndpoint}:443`,
    channel: credentials.combineChannelCredentials(credentials.createSsl(), perCall),
  };
}

async function tellHeaders(
  auth: AuthClient,
  url: string,
  tell: (error: Error | null, metadata?: Metadata) => void,
): Promise<void> {
  let metadata: Metadata;
  try {
    metadata = toMetadata(await auth.getRequestHeaders(url));
  } catch (error) {
    tell(error as Error);
    return;
  }
  tell(null, metadata);
}

/** Older versions of google-auth-library answer with a plain object, newer ones with `Headers`. */
function toMetadata(headers: object): Metadata {
  const metadata = new Metadata();
  const entries: Iterable<[string, string]> =
    headers instanceof Headers ? headers.entries() : Object.entries(headers);
  for (const [name, value] of entries) metadata.set(name, value);
  return metadata;
}

function loadOfficialPackage(): OfficialPackage {
  const name = '@google-cloud/datastore';
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return createRequire(place)(name) as OfficialPackage;
    } catch {
      // Not from there.
    }
  }
  throw new AppTestError({
    code: 'DATASTORE_MISSING',
    message: `${name} was not found from ${process.cwd()}, and Google's Datastore is reached with its credentials.`,
    next: `Install it: npm install ${name}.`,
  });
}
