import type { RedirectTarget } from '../redirect/index.js';
import { getDataState } from './data-state.js';
import { findForks, type NamespaceForks } from './forks.js';
import { keepWrittenNamespaces } from './kept-namespaces.js';

/** Finds out how data are copied on this Datastore, before the first session opens. */
export async function prepareCopies(
  { host }: RedirectTarget,
  embedded: { forks: NamespaceForks | undefined } | undefined,
): Promise<void> {
  const forks = embedded?.forks ?? (await findForks(host));
  Object.assign(getDataState(), {
    forks,
    listsNamespaces: true,
    ownsDatastore: embedded?.forks !== undefined,
    snapshots: new Map(),
    seeding: undefined,
  });
  // The embedded Datastore lists its namespaces, and that at once.
  keepWrittenNamespaces(forks === undefined);
}
