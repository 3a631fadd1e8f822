import type { InlineProject } from './inline-project.js';
import type { App } from './runner-test.js';

/** A project against an app that keeps a single record: tests that share it collide. */
export function projectFor(
  app: App,
  extra: Partial<InlineProject> & { files: InlineProject['files'] },
): InlineProject {
  const use = { baseURL: app.url, testModeOptions: { database: app.database }, ...extra.use };
  return { ...extra, use };
}

/** What is left of named sessions, and who ended when nobody had asked for it. */
export async function readLeftovers({ server, readStored }: App): Promise<object> {
  return {
    stored: await readStored(),
    abandoned: server.output.match(/was ended: its last lease ran out/g) ?? [],
  };
}

/** {@link readLeftovers} after a run in good order. */
export const nothing = { stored: [], abandoned: [] };

/** Two tests that write the same record, wait for each other, and look what is there. */
export const collidingSpec = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { test, expect } from 'app-test/fixtures';
  test.describe.configure({ mode: 'parallel' });
  for (const [name, other] of [['one', 'two'], ['two', 'one']]) {
    test(name, async ({ request, page }) => {
      await request.post('/' + name);
      writeFileSync('wrote-' + name, '');
      await expect.poll(() => existsSync('wrote-' + other)).toBe(true);
      expect(await (await request.get('/')).text()).toContain('<p>/' + name + '</p>');
      await page.goto('/');
      await expect(page.getByText('/' + name, { exact: true })).toBeVisible();
    });
  }`;
