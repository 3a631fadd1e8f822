import { fileURLToPath } from 'node:url';
import type { AppTestOptions } from 'app-test/fixtures';
import { defineConfig, devices } from '@playwright/test';

const baseURL = process.env.APP_TEST_URL ?? 'http://localhost:8080';
const executablePath = process.env.CHROMIUM_PATH;

// In a project that has installed app-test these are just 'app-test/global-setup' and 'app-test/reporter'. Playwright
// does not find them by name from within the package itself.
const globalSetup = fileURLToPath(import.meta.resolve('app-test/global-setup'));
const reporter = fileURLToPath(import.meta.resolve('app-test/reporter'));

export default defineConfig<AppTestOptions>({
  testDir: 'specs',
  fullyParallel: true,
  workers: 4,
  forbidOnly: process.env.CI !== undefined,
  globalSetup,
  reporter: [['list'], [reporter]],
  use: {
    baseURL,
    // Each test has the shop to itself, though all of them use the same server at the same time.
    isolation: 'test',
    trace: 'retain-on-failure',
    // A browser that is on the machine already; without the variable, Playwright's own.
    ...(executablePath !== undefined && { launchOptions: { executablePath } }),
  },
  projects: [{ name: 'chromium', use: devices['Desktop Chrome'] }],
});
