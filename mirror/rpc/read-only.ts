import { InterceptingCall, type Interceptor } from '@grpc/grpc-js';
import { AppTestError } from '../../protocol/index.js';

type ReadOptions = { newTransaction?: { readWrite?: unknown; readOnly?: unknown } | null } | null;

/** An allowlist, so that an RPC that is added to the service one day is refused too. */
const reading = new Set(['Lookup', 'RunQuery', 'RunAggregationQuery', 'Rollback']);

/**
 * Refuses every RPC that could write, below all code that makes calls: nothing reaches the connection but what reads.
 *
 * @throws {AppTestError} `MIRROR_SOURCE_READ_ONLY` from the call.
 */
export const readOnly: Interceptor = (options, nextCall) => {
  const rpc = options.method_definition.path.split('/').at(-1)!;
  if (rpc !== 'BeginTransaction' && !reading.has(rpc)) throw refuse(rpc);
  return new InterceptingCall(nextCall(options), {
    sendMessage(message: Record<string, unknown>, next) {
      if (rpc === 'BeginTransaction' && !isReadOnly(message.transactionOptions as never)) {
        throw refuse('BeginTransaction, other than read-only,');
      }
      const { newTransaction } = (message.readOptions as ReadOptions) ?? {};
      if (newTransaction !== undefined && !isReadOnly(newTransaction)) {
        throw refuse(`${rpc} in a new transaction, other than read-only,`);
      }
      next(message);
    },
  });
};

function isReadOnly(
  options: { readOnly?: unknown; readWrite?: unknown } | null | undefined,
): boolean {
  return Boolean(options?.readOnly) && !options?.readWrite;
}

function refuse(rpc: string): AppTestError {
  return new AppTestError({
    code: 'MIRROR_SOURCE_READ_ONLY',
    message: `${rpc} was refused: the source of a copy is only read.`,
    next: 'Please report it: app-test itself never asks for that.',
    details: { rpc },
  });
}
