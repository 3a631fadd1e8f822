import type { Layout } from '../plan/layout.js';
import type { Setup } from '../settle.js';

// Not at the beginning of a line, where it would look like an import of ours.
const importLine = `import { expect, test } from 'app-test/fixtures';`;

/** A spec that passes on any app, and shows what there is. */
export function renderExampleSpec({ language }: Setup, layout: Layout): string {
  const type = language === 'ts' ? '<{ names: string[] }>' : '';
  const { module } = layout;
  return `${importLine}

// Both call ${module}, inside the server.
test.beforeEach(async ({ testMode }) => {
  await testMode.call('example', 'setup', { names: ['first', 'second'] });
});

test.afterEach(async ({ testMode }) => {
  await testMode.call('example', 'teardown');
});

test('the app answers, on the test database', async ({ page, serverStatus }) => {
  const answer = await page.goto('/');

  expect(answer?.status()).toBeLessThan(500);
  expect(serverStatus.database).toBe('app-tests');
});

test('a test sees the data that it has set up', async ({ testMode }) => {
  const { data } = await testMode.call${type}('example', 'list');

  expect(data.names).toEqual(['first', 'second']);
});
`;
}
