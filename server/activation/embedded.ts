import { AppTestError } from '../../protocol/index.js';
import { forksOf, type NamespaceForks } from '../data/forks.js';
import { embeddedAddressVariable, type ResolvedActivateOptions } from './options.js';
import { localProject } from './project.js';

/** The embedded Datastore of this process. */
export interface EmbeddedDatastore {
  address: string;
  /** Copies and removes namespaces without a detour; undefined where another process runs it. */
  forks: NamespaceForks | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the embedded Datastore on a free loopback port, or joins the one that this process, or the one that started it,
 * has already: worker threads and child processes share its data. Loaded only here, so that a server on another
 * Datastore never runs a line of it.
 */
export async function startEmbedded(
  options: Pick<ResolvedActivateOptions, 'indexes' | 'writeIndexes'>,
): Promise<EmbeddedDatastore> {
  const address = process.env[embeddedAddressVariable];
  if (address) return { address, forks: undefined, stop: async () => {} };
  const { startDatastore } = await import('../../datastore/index.js');
  const { indexes, writeIndexes } = options;
  const datastore = await startDatastore({
    port: 0,
    projectId: localProject,
    ...(indexes !== undefined && { indexes }),
    ...(writeIndexes !== undefined && { writeIndexes }),
  }).catch((cause: Error) => {
    throw new AppTestError({
      code: 'ACTIVATION_FAILED',
      message: `The embedded Datastore did not start: ${cause.message.replace('[app-test] ', '')}`,
      cause,
    });
  });
  // A script that has done its work ends, as it would against a Datastore elsewhere.
  datastore.unref();
  process.env[embeddedAddressVariable] = datastore.address;
  return {
    address: datastore.address,
    forks: forksOf(datastore),
    stop() {
      delete process.env[embeddedAddressVariable];
      return datastore.stop();
    },
  };
}
