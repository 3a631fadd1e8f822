import { DatastoreRedirect } from './redirect.js';
import { shareGlobally } from './shared-state.js';
import type { Redirect } from './types.js';

/**
 * The redirect of this process, shared by all copies of app-test. The first call wraps every loaded copy of the Datastore
 * client, and those loaded later; until {@link Redirect.wait} RPCs pass through unchanged.
 */
export function installRedirect(): Redirect {
  return shareGlobally<Redirect>(redirectName, () => new DatastoreRedirect());
}

/** Where the redirect of the process is shared. */
export const redirectName = 'app-test.redirect';
