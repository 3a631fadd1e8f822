import { randomBytes } from 'node:crypto';
import { test as base } from '@playwright/test';
import { copyTasks } from '../../../mirror/copy/copy-tasks.js';
import { createEntityMover } from '../../../mirror/copy/move-entity.js';
import { createTasks } from '../../../mirror/copy/tasks.js';
import type { Place } from '../../../mirror/places/place.js';
import { Exclusions } from '../../../mirror/plan/exclusions.js';
import { planCopy } from '../../../mirror/plan/plan.js';
import { openSource, openTarget } from '../../../mirror/rpc/connection.js';
import { verifyTasks } from '../../../mirror/verify/verify-tasks.js';
import { type Backend, startBackend } from '../../support/backend.js';
import { RawEntities } from '../../support/raw-entities.js';

/** A source and a target in namespaces that no other test uses. */
export interface MirrorPair {
  sourcePlace: Place;
  targetPlace: Place;
  source: RawEntities;
  target: RawEntities;
  /** Copies kinds and compares; without a PIN, which is the command's. */
  copy(kinds: readonly string[]): Promise<Awaited<ReturnType<typeof verifyTasks>>>;
}

export const test = base.extend<{ pair: MirrorPair }, { backend: Backend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
    async ({}, use) => {
      const backend = await startBackend();
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker' },
  ],
  pair: async ({ backend }, use) => {
    const pair = openPair(backend.address);
    await use(pair);
    await Promise.all([pair.source.close(), pair.target.close()]);
  },
});

/** Opens a source and a target on one Datastore, in namespaces of their own. */
export function openPair(address: string): MirrorPair {
  const unique = randomBytes(6).toString('hex');
  const sourcePlace = {
    host: address,
    projectId: 'mirror-test',
    databaseId: '',
    namespaceId: `s${unique}`,
  };
  const targetPlace = { ...sourcePlace, databaseId: 'app-tests', namespaceId: `t${unique}` };
  return {
    sourcePlace,
    targetPlace,
    source: new RawEntities({ address, ...sourcePlace }),
    target: new RawEntities({ address, ...targetPlace }),
    copy: async (kinds) => {
      const { signal } = new AbortController();
      const [source, target] = [await openSource(sourcePlace), await openTarget(targetPlace)];
      try {
        const exclusions = new Exclusions([]);
        const selection = { kinds: [...kinds], filters: new Map(), limit: undefined };
        const plan = await planCopy(source, selection, exclusions, signal);
        const tasks = await createTasks(source, plan, signal);
        const move = createEntityMover(sourcePlace, targetPlace, exclusions, (_, entity) => entity);
        const context = { source, target, move, signal };
        await copyTasks(tasks, { ...context, record: () => {} });
        return await verifyTasks(tasks, { ...context, checkSurplus: true, advanced: () => {} });
      } finally {
        source.close();
        target.close();
      }
    },
  };
}

export { expect } from '@playwright/test';
