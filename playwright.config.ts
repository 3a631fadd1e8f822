import { defineConfig } from '@playwright/test';

// Playwright Test is the only runner: projects differ in what they need, not in how they are written.
export default defineConfig({
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: [['list', { printSteps: false }]],
  projects: [
    { name: 'unit', testDir: 'tests/unit' },
    { name: 'integration', testDir: 'tests/integration' },
    { name: 'regressions', testDir: 'tests/regressions' },
    { name: 'e2e', testDir: 'tests/e2e', timeout: 120_000 },
    { name: 'package', testDir: 'tests/package', timeout: 180_000 },
  ],
});
