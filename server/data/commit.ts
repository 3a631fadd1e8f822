import { installRedirect } from '../redirect/index.js';

/** Writes to the test database as it is, past what is done to the app's own calls. */
export async function commit(mutations: readonly object[]): Promise<void> {
  if (mutations.length === 0) return;
  await installRedirect().callTarget('commit', { mode: 'NON_TRANSACTIONAL', mutations });
}
