import { AppTestError } from '../../protocol/index.js';
import type { DataClient, DataClientClass, DatastoreInstance } from './upstream.js';

/** The classes behind an app's own `Datastore` instance. */
export interface InstanceClasses {
  data: DataClientClass;
  /** `DatastoreRequest.prototype` and `DatastoreAdminClient.prototype`. */
  requestPrototype: Record<string, unknown> | undefined;
  adminPrototype: Record<string, unknown> | undefined;
}

interface PrivateDatastore extends DatastoreInstance {
  prepareGaxRequest_(config: object, callback: () => void): void;
}

/**
 * Finds the classes behind an app's own `Datastore` instance: in an app bundled into one file there is no other way.
 * The instance makes its generated clients lazily, so a stand-in is made to make them; nothing is sent.
 *
 * @throws {AppTestError} `OPTION_INVALID` if the object is no `Datastore` instance.
 */
export function findClasses(client: object): InstanceClasses {
  const data = makeGeneratedClient(client, 'DatastoreClient', 'lookup');
  if (data === undefined) {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message:
        "The option 'client' is not a Datastore instance of @google-cloud/datastore 9, 10 or 11.",
      next: 'Pass the instance that the app itself uses: activate({ client: new Datastore() }).',
    });
  }
  const admin = makeGeneratedClient(client, 'DatastoreAdminClient', 'listIndexes');
  return {
    data: (data as DataClient).constructor as DataClientClass,
    requestPrototype: findOwner(client, 'runQueryStream'),
    adminPrototype: admin === undefined ? undefined : findOwner(admin, 'initialize'),
  };
}

const standIns = new WeakSet<object>();

/** Whether an object only stands in for an app's instance, to make its classes show. */
export function isStandIn(object: object): boolean {
  return standIns.has(object);
}

function makeGeneratedClient(client: object, name: string, method: string): object | undefined {
  const clients = new Map<string, object>();
  const standIn = Object.create(client, {
    clients_: { value: clients },
    auth: { value: { getProjectId: (callback: Function) => callback(null, 'none') as unknown } },
  }) as PrivateDatastore;
  Object.defineProperty(standIn, 'datastore', { value: standIn });
  standIns.add(standIn);
  try {
    standIn.prepareGaxRequest_({ client: name, method, reqOpts: {}, gaxOpts: {} }, () => {});
  } catch {
    return undefined;
  }
  return clients.get(name);
}

function findOwner(object: object, method: string): Record<string, unknown> | undefined {
  let prototype: unknown = object;
  while (typeof prototype === 'object' && prototype !== null) {
    prototype = Object.getPrototypeOf(prototype) as unknown;
    if (Object.hasOwn(prototype ?? {}, method)) return prototype as Record<string, unknown>;
  }
  return undefined;
}
