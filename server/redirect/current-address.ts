import { AppTestError } from '../../protocol/index.js';
import { askForAddress } from './address-question.js';
import type { CopyRegistry, WrappedCopy } from './copy-registry.js';
import { rpcMethods } from './rpc-methods.js';
import type { RedirectAddress, RedirectTarget } from './types.js';
import type { DataClient, RpcFunction } from './upstream.js';

/**
 * Where an RPC would go now, asked from the methods as they are on the prototypes of every copy.
 *
 * @throws {AppTestError} `WRONG_DATABASE` if a method no longer leads to the redirect.
 */
export function findAddress(
  { database }: RedirectTarget,
  { copies }: Pick<CopyRegistry, 'copies'>,
): RedirectAddress {
  for (const wrapped of copies) checkWrappers(wrapped);
  const [first] = copies.filter(({ copy }) => copy.unsupported === undefined);
  const method: RpcFunction | undefined = first?.copy.clientClass.prototype.lookup;
  const address = first && method && ask(method, first);
  if (address === undefined) throw createUnwrappedError('lookup', first?.copy.label ?? 'Datastore');
  if (address.database !== database) throw createUnwrappedError('lookup', first!.copy.label);
  return address;
}

function checkWrappers(wrapped: WrappedCopy): void {
  const { copy, patch } = wrapped;
  for (const method of rpcMethods) {
    const current = copy.clientClass.prototype[method];
    if (current === patch.wrappers.get(method)) continue;
    // Somebody's wrapper around ours, a tracer's say, is fine: the question still arrives.
    if (copy.unsupported === undefined && ask(current, wrapped) === undefined) {
      throw createUnwrappedError(method, copy.label);
    }
  }
}

function ask(method: RpcFunction, { copy }: WrappedCopy): RedirectAddress | undefined {
  const question = askForAddress();
  // What is not our wrapper would send the question: an instance without a connection can't.
  const nobody = Object.create(copy.clientClass.prototype) as DataClient;
  Object.assign(nobody, { datastoreStub: Promise.resolve({}), innerApiCalls: {} });
  try {
    method.call(nobody, question)?.catch(() => {});
  } catch {
    return undefined;
  }
  return question.answer;
}

function createUnwrappedError(method: string, label: string): AppTestError {
  return new AppTestError({
    code: 'WRONG_DATABASE',
    message: `v1.DatastoreClient.prototype.${method} of ${label} no longer leads to the test database: something in this process has replaced it.`,
    next: 'Find what patches the Datastore client (a mock, a tracer) and keep it out of test mode.',
    details: { method, label },
  });
}
