import type { AppTestError } from '../../protocol/index.js';
import { findClasses } from './bundled-classes.js';
import type { ClientCopy, RpcHandler } from './client-copy.js';
import { forEachLoaded, requireAsApp, watchModules } from './loaded-modules.js';
import { createUnsupportedError, identifyModule, type PackageModule } from './package-copy.js';
import { patchAdminClient } from './patch-admin-client.js';
import { patchDataClient } from './patch-data-client.js';
import { patchRequests } from './patch-requests.js';
import type { Patch } from './patch.js';
import { rpcMethods } from './rpc-methods.js';
import type {
  DataClientClass,
  DatastoreClass,
  DatastoreInstance,
  RpcFunction,
} from './upstream.js';

const wrappedMark = Symbol.for('app-test.wrapped');

/** One wrapped copy of the generated data client. */
export interface WrappedCopy {
  copy: ClientCopy;
  patch: Patch;
}

/** Finds and wraps every copy of the Datastore client in the process, those loaded later included. */
export class CopyRegistry {
  readonly copies: WrappedCopy[] = [];
  /** Makes a `Datastore` instance of the copy that the app uses, as far as it can be known. */
  createDatastore: (() => DatastoreInstance) | undefined;
  /** Why the app's own copy could not be loaded. */
  loadError: unknown;
  /** A copy without the class that is to be wrapped. */
  unwrappable: AppTestError | undefined;
  #seen = new Set<string>();
  #scannedAt = 0;
  #handler: RpcHandler;
  #undo: (() => void)[] = [];

  constructor(handler: RpcHandler) {
    this.#handler = handler;
  }

  /** Wraps what is loaded, and what will be. */
  install(): void {
    this.#undo.push(watchModules((filename, exports) => this.#visit(filename, exports)));
    this.scan();
    const loaded = requireAsApp('@google-cloud/datastore');
    if ('error' in loaded) this.loadError = loaded.error;
    else this.#useClass((loaded.exports as { Datastore?: unknown }).Datastore);
    this.scan();
  }

  /** Wraps what was loaded without being seen, unless that was looked for within the last second. */
  scanSometimes(): void {
    if (performance.now() - this.#scannedAt > 1000) this.scan();
  }

  /** Wraps what was loaded without being seen. */
  scan(): void {
    this.#scannedAt = performance.now();
    forEachLoaded((filename, exports) => this.#visit(filename, exports));
  }

  /** Wraps the classes behind an app's own instance, and makes them the app's. */
  addInstance(client: object): void {
    const classes = findClasses(client);
    this.#addDataClient(classes.data, { label: "the option 'client'", unsupported: undefined });
    if (classes.requestPrototype) this.#apply(classes.requestPrototype, patchRequests);
    if (classes.adminPrototype) this.#apply(classes.adminPrototype, patchAdminClient);
    this.createDatastore = () => client as DatastoreInstance;
  }

  undo(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo();
    this.copies.length = 0;
    this.#seen.clear();
  }

  #visit(filename: string, exports: unknown): void {
    // Checked first: this runs for every module of the process.
    if (!filename.includes('build') || typeof exports !== 'object' || exports === null) return;
    if (this.#seen.has(filename)) return;
    this.#seen.add(filename);
    const module = identifyModule(filename);
    if (module === undefined) return;
    const classes = exports as Record<string, { prototype?: Record<string, unknown> } | undefined>;
    if (module.part === 'data') this.#addDataModule(classes.DatastoreClient, module);
    if (module.part === 'request' && classes.DatastoreRequest?.prototype) {
      this.#apply(classes.DatastoreRequest.prototype, patchRequests);
    }
    if (module.part === 'admin' && classes.DatastoreAdminClient?.prototype) {
      this.#apply(classes.DatastoreAdminClient.prototype, patchAdminClient);
    }
    if (module.part === 'main' && this.createDatastore === undefined) {
      this.#useClass(classes.Datastore);
    }
  }

  #useClass(candidate: unknown): void {
    if (typeof candidate !== 'function') return;
    this.createDatastore = () => new (candidate as DatastoreClass)();
  }

  #addDataModule(candidate: unknown, module: PackageModule): void {
    if (typeof candidate === 'function') this.#addDataClient(candidate as DataClientClass, module);
    else this.unwrappable = createUnsupportedError(module.label, 'its shape is not');
  }

  #addDataClient(
    clientClass: DataClientClass,
    { label, unsupported }: Pick<PackageModule, 'label' | 'unsupported'>,
  ): void {
    const prototype = clientClass.prototype as unknown as Record<string, unknown>;
    this.#apply(prototype, () => {
      const missing = [...rpcMethods, 'initialize'].filter(
        (method) => typeof prototype[method] !== 'function',
      );
      const copy: ClientCopy = {
        label,
        clientClass,
        originals: readOriginals(prototype),
        unsupported:
          unsupported ??
          (missing.length > 0
            ? createUnsupportedError(label, `its shape (no ${missing.join(', ')}) is not`)
            : undefined),
      };
      const patch = patchDataClient(copy, this.#handler);
      this.copies.push({ copy, patch });
      return patch;
    });
  }

  #apply(
    prototype: Record<string, unknown>,
    patchPrototype: (prototype: Record<string, unknown>, handler: RpcHandler) => Patch,
  ): void {
    if (Object.hasOwn(prototype, wrappedMark)) return;
    Object.defineProperty(prototype, wrappedMark, { value: true, configurable: true });
    const patch = patchPrototype(prototype, this.#handler);
    this.#undo.push(() => {
      patch.undo();
      Reflect.deleteProperty(prototype, wrappedMark);
    });
  }
}

function readOriginals(prototype: Record<string, unknown>): ClientCopy['originals'] {
  const entries = rpcMethods.map((method) => [method, prototype[method] as RpcFunction]);
  return Object.fromEntries(entries) as ClientCopy['originals'];
}
