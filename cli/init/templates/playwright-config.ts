import { posix } from 'node:path';
import { commandsOf } from '../inspect/package-manager.js';
import type { Layout } from '../plan/layout.js';
import type { Setup } from '../settle.js';

/** The suite's Playwright configuration. */
export function renderPlaywrightConfig(setup: Setup, layout: Layout): string {
  const { language, port, nodeEnv, start, packageManager, project } = setup;
  const isTyped = language === 'ts';
  const { run } = commandsOf(packageManager);
  const env: Record<string, string> = { ...start.env, APP_TEST: '1', NODE_ENV: nodeEnv };
  if (port.found?.readsVariable !== false) env.PORT = String(port.number);
  env.APP_TEST_MODULES = layout.modules;
  return [
    `import { defineConfig, devices } from '@playwright/test';`,
    isTyped && `import type { AppTestOptions } from 'app-test/fixtures';`,
    '',
    `const baseURL = 'http://localhost:${port.number}';`,
    '',
    `export default defineConfig${isTyped ? '<AppTestOptions>' : ''}({`,
    `  testDir: ${quote(posix.relative(layout.configDir, layout.specs))},`,
    project.specOwner !== undefined && [
      `  // Files named .spec would be taken by ${project.specOwner}.`,
      `  testMatch: '**/*.e2e.*',`,
    ],
    '  fullyParallel: true,',
    '  forbidOnly: Boolean(process.env.CI),',
    '  // Proves before the first test that the server is on its test database.',
    `  globalSetup: 'app-test/global-setup',`,
    `  reporter: [['list'], ['app-test/reporter']],`,
    '  use: {',
    '    baseURL,',
    `    trace: 'retain-on-failure',`,
    `    // Each test has data of its own. 'worker': a worker's tests share them. 'run': all tests do.`,
    `    isolation: 'test',`,
    '    // A server that is not in test mode is an error, not a question.',
    `    testModeOptions: { mode: 'test' },`,
    '  },',
    `  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],`,
    '  webServer: {',
    `    command: '${run(layout.scripts.start)}',`,
    layout.configDir !== '' && `    cwd: ${quote(posix.relative(layout.configDir, '') || '.')},`,
    '    // In test mode the app refuses this request, which says that it is there: it needs no health route.',
    '    url: baseURL,',
    '    env: {',
    ...Object.entries(env).map(([name, value]) => `      ${name}: ${quote(value)},`),
    '      // In memory. Without this line: the emulator or the named database that your environment configures.',
    `      APP_TEST_DATASTORE: 'embedded',`,
    '    },',
    '  },',
    '});',
    '',
  ]
    .flat()
    .filter((line) => line !== false)
    .join('\n');
}

/** A text as JavaScript, in single quotes. */
export function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`;
}
