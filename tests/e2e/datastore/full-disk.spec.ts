import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { Side } from './crash/operations.js';
import { startServer } from './crash/run-round.js';

const test = base.extend<{ data: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  data: async ({}, use) => {
    const data = mkdtempSync(join(tmpdir(), 'app-test-full-'));
    await use(data);
    rmSync(data, { recursive: true, force: true });
  },
});

const put = (name: string) => ({
  type: 'put' as const,
  in: ['a'] as Side[],
  names: [name],
  n: 1,
  padding: 20_000,
});

test('what could not be written is refused and not shown, and the rest is there as before', async ({
  data,
}) => {
  // A limit to the size of files fails as a full disk does.
  const full = await startServer(data, { fileBlocks: 1000 });
  const acknowledged: string[] = [];
  let failure: unknown;
  try {
    for (let at = 0; failure === undefined; at++) {
      const name = `n${String(at).padStart(3, '0')}`;
      try {
        await full.database.perform(0, put(name));
        acknowledged.push(name);
      } catch (error) {
        failure = error;
      }
    }
    expect(failure).toMatchObject({ code: 13, details: expect.stringContaining(data) });
    expect(acknowledged.length).toBeGreaterThan(5);
    expect([...(await full.database.readState(0)).a.keys()]).toEqual(acknowledged);

    const refused = { code: 13, details: expect.stringContaining('takes no writes until') };
    await expect(full.database.perform(0, put('later'))).rejects.toMatchObject(refused);
    await expect(full.database.perform(0, { type: 'reset' })).rejects.toThrow(
      '/reset answered 500',
    );
    expect([...(await full.database.readState(0)).a.keys()]).toEqual(acknowledged);
  } finally {
    await full.database.close();
    await full.script.stop('SIGKILL');
  }

  const again = await startServer(data);
  try {
    expect([...(await again.database.readState(0)).a.keys()]).toEqual(acknowledged);
    await again.database.perform(0, put('later'));
  } finally {
    await again.database.close();
    expect(await again.script.stop('SIGTERM')).toBe(0);
  }
});
