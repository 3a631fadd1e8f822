import { defineConfig, devices } from '@playwright/test';

const baseURL = process.env.APP_TEST_URL ?? 'http://localhost:8080';
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'specs',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  globalSetup: 'app-test/global-setup',
  reporter: [['list'], ['app-test/reporter']],
  use: {
    baseURL,
    trace: 'retain-on-failure',
    // A browser that is on the machine already; without the variable, Playwright's own.
    ...(executablePath !== undefined && { launchOptions: { executablePath } }),
  },
  projects: [{ name: 'chromium', use: devices['Desktop Chrome'] }],
});
