import { AppTestError, quoteValue } from '../../protocol/index.js';
import type { RedirectTarget } from './types.js';
import type { DataClient, DataClientClass } from './upstream.js';

/** Makes the client of one copy through which RPCs reach the target, whatever the app's own instances are made with. */
export function createTargetClient(
  clientClass: DataClientClass,
  target: RedirectTarget,
): DataClient {
  // A test environment with a `window` would make the client choose REST.
  const common = { projectId: target.projectId, fallback: false };
  if (target.host === null) return new clientClass(common);
  const { hostname, port } = parseHost(target.host);
  const client = new clientClass({
    ...common,
    servicePath: hostname,
    port,
    universeDomain: 'googleapis.com',
    // An emulator takes no credentials; google-auth would ask the metadata server for some.
    auth: createNoAuth(target.projectId),
    'grpc.enable_http_proxy': 0,
  });
  // Credentials must come from the very copy of gRPC that this client uses.
  const credentials = client._gaxGrpc.grpc?.credentials;
  if (credentials === undefined) {
    throw new AppTestError({
      code: 'DATASTORE_UNSUPPORTED',
      message: 'This Datastore client has no gRPC: it speaks REST only, which knows no emulators.',
      next: 'Use the @google-cloud/datastore package as published, without `fallback`.',
    });
  }
  client._opts.sslCreds = credentials.createInsecure();
  return client;
}

function createNoAuth(projectId: string): object {
  return {
    getClient: async () => ({ getRequestHeaders: async () => ({}) }),
    getUniverseDomain: async () => 'googleapis.com',
    getProjectId: async () => projectId,
  };
}

/** What a client made by {@link createTargetClient} connects to; null is Google's own endpoint. */
export function readClientHost(client: DataClient): string | null {
  const { servicePath, port, sslCreds } = client._opts;
  return sslCreds === undefined ? null : `${servicePath}:${port}`;
}

// host:port, the host an IPv6 address in brackets or anything without a colon.
const hostPattern = /^(?:https?:\/\/)?(?<hostname>\[[0-9a-f:.]+\]|[^:/\s]+):(?<port>\d{1,5})\/?$/i;

/**
 * Splits an emulator's address.
 *
 * @throws {AppTestError} `OPTION_INVALID` if it is not `host:port`.
 */
export function parseHost(host: string): { hostname: string; port: number } {
  const { hostname, port } = hostPattern.exec(host)?.groups ?? {};
  if (hostname !== undefined && Number(port) > 0 && Number(port) < 65_536) {
    return { hostname, port: Number(port) };
  }
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `${quoteValue(host)} is not the address of an emulator.`,
    next: "Set DATASTORE_EMULATOR_HOST to host:port, such as 'localhost:8081' or '[::1]:8081'.",
    details: { host },
  });
}
