import { randomBytes } from 'node:crypto';
import { v1 } from '@google-cloud/datastore';
import { credentials } from '@grpc/grpc-js';
import { test as base } from './client-test.js';

type Message = Record<string, unknown>;

/** The generated client that the official one is made of, for what that one does not let one say. */
export interface RawClient {
  partitionId: Message;
  key(...path: (string | number)[]): Message;
  call(method: string, request: Message): Promise<any>;
}

const PROJECT = 'embedded-test';

export const test = base.extend<{ raw: RawClient }>({
  raw: async ({ embedded }, use) => {
    const client = new v1.DatastoreClient({
      servicePath: embedded.host,
      port: embedded.port,
      sslCreds: credentials.createInsecure(),
      projectId: PROJECT,
    });
    const partitionId = { projectId: PROJECT, namespaceId: `r${randomBytes(6).toString('hex')}` };
    await use({
      partitionId,
      key: (...path) => ({ partitionId, path: toElements(path) }),
      call: async (method, request) => {
        const methods = client as unknown as Record<
          string,
          (request: Message, options: Message) => Promise<[unknown]>
        >;
        const [response] = await methods[method]!(
          { projectId: PROJECT, ...request },
          { retry: null, timeout: 10_000 },
        );
        return response;
      },
    });
    await client.close();
  },
});

function toElements(path: (string | number)[]): Message[] {
  const elements: Message[] = [];
  for (let at = 0; at < path.length; at += 2) {
    const id = path[at + 1];
    elements.push({ kind: path[at], ...(typeof id === 'string' ? { name: id } : { id }) });
  }
  return elements;
}

export { expect } from '@playwright/test';
