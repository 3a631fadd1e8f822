import { AppTestError, quoteValue } from '../../protocol/index.js';
import { isAddressQuestion } from './address-question.js';
import { findAddress } from './current-address.js';
import type { ClientCopy, RpcHandler } from './client-copy.js';
import { CopyRegistry, type WrappedCopy } from './copy-registry.js';
import { Gate } from './gate.js';
import { RpcDispatcher } from './rpc-dispatcher.js';
import { runSelfCheck } from './self-check.js';
import { guardSockets } from './socket-guard.js';
import { TargetClients } from './target-clients.js';
import { isSelfChecking } from './session-context.js';
import type {
  CallTargetOptions,
  OpenOptions,
  Redirect,
  RedirectAddress,
  RedirectState,
  RedirectTarget,
} from './types.js';
import type { RpcPromise } from './upstream.js';
import { WaitingNotice } from './waiting-notice.js';

/** The one redirect of the process: the wrappers of every copy ask it. */
export class DatastoreRedirect implements Redirect, RpcHandler {
  rpcHasLeft = false;
  #notice = new WaitingNotice(() => this.#gate.waitingCount);
  #gate = new Gate(() => this.#notice.start());
  #registry = new CopyRegistry(this);
  #clients: TargetClients | undefined;
  #dispatcher: RpcDispatcher | undefined;
  #undoSocketGuard: (() => void) | undefined;

  constructor() {
    this.#registry.install();
  }

  get state(): RedirectState {
    return this.#gate.state;
  }

  wait(): void {
    if (this.state !== 'open' && this.state !== 'admitted') this.#gate.hold('waiting');
    this.#registry.scan();
  }

  open(target: RedirectTarget, { client }: OpenOptions = {}): void {
    if (client !== undefined) this.#registry.addInstance(client);
    this.#registry.scan();
    if (this.state === 'open' || this.state === 'admitted') {
      refuseOtherTarget(this.#clients!.target, target);
      return;
    }
    const copy = this.#findUsableCopy();
    this.#clients?.close();
    this.#clients = new TargetClients(Object.freeze({ ...target }), copy);
    this.#dispatcher = new RpcDispatcher(this.#clients);
    this.#undoSocketGuard?.();
    this.#undoSocketGuard = target.host === null ? undefined : guardSockets();
    this.#gate.hold('open');
  }

  async selfCheck({ timeoutMs }: { timeoutMs: number }): Promise<{ mixesDatabases: boolean }> {
    const clients = this.#openClients();
    return runSelfCheck({
      createDatastore: this.#registry.createDatastore!,
      target: clients.target,
      timeoutMs,
      send: (method, message, limitMs) => clients.sendOwn(method, message, limitMs),
    });
  }

  admit(): void {
    if (this.state !== 'open' && this.state !== 'admitted') throw createNotOpenError(this.state);
    this.#gate.admit();
    this.#notice.stop();
  }

  fail(error: Error): void {
    this.#gate.refuse('failed', error);
    this.#notice.stop();
  }

  close(error: Error): void {
    this.#gate.refuse('closed', error);
    this.#notice.stop();
  }

  addressNow(): RedirectAddress {
    // A tool that took its place in the module loader may have kept a copy from us.
    this.#registry.scanSometimes();
    return findAddress(this.#openClients().target, this.#registry);
  }

  // eslint-disable-next-line typescript/no-explicit-any -- see Redirect.callTarget
  async callTarget(method: string, request: object, options?: CallTargetOptions): Promise<any> {
    const clients = this.#openClients();
    const { projectId, database: databaseId } = clients.target;
    return clients.sendOwn(method, { ...request, projectId, databaseId }, options?.timeoutMs);
  }

  uninstall(): void {
    this.close(createNotOpenError('closed'));
    this.#undoSocketGuard?.();
    this.#registry.undo();
    this.#clients?.close();
  }

  isWatching(): boolean {
    return this.state === 'watching';
  }

  notePassed(): void {
    this.rpcHasLeft = true;
  }

  whenAdmitted(): Promise<void> | undefined {
    const isProbe = this.state === 'open' && isSelfChecking();
    if (this.state === 'watching' || this.state === 'admitted' || isProbe) return undefined;
    return this.#gate.pass();
  }

  isOwnClient(client: object): boolean {
    return this.#clients?.has(client) ?? false;
  }

  call(...[copy, method, request, options]: Parameters<RpcHandler['call']>): RpcPromise {
    if (isAddressQuestion(request)) {
      request.answer = this.#dispatcher!.answer(copy);
      return Promise.resolve([{}]);
    }
    if (copy.unsupported !== undefined) return Promise.reject(copy.unsupported);
    const admitted = this.whenAdmitted();
    if (admitted === undefined) return this.#dispatcher!.call(copy, method, request, options);
    return admitted.then(() => this.#dispatcher!.call(copy, method, request, options));
  }

  #openClients(): TargetClients {
    const isOpen = this.state === 'open' || this.state === 'admitted';
    if (isOpen && this.#clients !== undefined) return this.#clients;
    throw createNotOpenError(this.state);
  }

  #findUsableCopy(): ClientCopy {
    const { copies, unwrappable, loadError, createDatastore } = this.#registry;
    if (unwrappable !== undefined) throw unwrappable;
    const usable = copies.find(({ copy }: WrappedCopy) => copy.unsupported === undefined);
    if (usable !== undefined && createDatastore !== undefined) return usable.copy;
    throw copies[0]?.copy.unsupported ?? createMissingError(loadError);
  }
}

function refuseOtherTarget(current: RedirectTarget, wanted: RedirectTarget): void {
  if (describeTarget(current) === describeTarget(wanted)) return;
  throw new AppTestError({
    code: 'ACTIVATION_CONFLICT',
    message: `The Datastore clients of this process are on ${describeTarget(current)}, and can't move to ${describeTarget(wanted)}.`,
    next: 'Activate once per process, or start another process.',
    details: { current, wanted },
  });
}

function describeTarget({ projectId, database, namespace, host }: RedirectTarget): string {
  return `database ${quoteValue(database)}, namespace ${quoteValue(namespace)}, project ${quoteValue(projectId)} at ${host ?? "Google's endpoint"}`;
}

function createNotOpenError(state: RedirectState): AppTestError {
  return new AppTestError({
    code: 'NOT_ACTIVATED',
    message: `The Datastore clients of this process are not on a test database (state: ${state}).`,
    next: 'Call activate() first.',
    details: { state },
  });
}

function createMissingError(cause: unknown): AppTestError {
  return new AppTestError({
    code: 'DATASTORE_MISSING',
    message: `@google-cloud/datastore was not found from ${quoteValue(process.argv[1] ?? process.cwd())} or ${quoteValue(process.cwd())}.`,
    next: 'Install it (`npm install @google-cloud/datastore`). An app bundled into one file hands over its own instance: activate({ client }).',
    cause,
  });
}
