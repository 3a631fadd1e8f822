import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import type { AppTestOptions } from 'app-test/fixtures';
import { chromiumLaunchOptions } from '../../../tests/support/chromium.js';

const { BENCH_URL: baseURL, BENCH_ISOLATION: isolation } = process.env;
const inTestMode = isolation === 'run' || isolation === 'test';
const globalSetup = fileURLToPath(import.meta.resolve('app-test/global-setup'));

export default defineConfig<AppTestOptions>({
  fullyParallel: true,
  reporter: 'json',
  ...(inTestMode && { globalSetup }),
  use: {
    ...(baseURL !== undefined && { baseURL }),
    ...(inTestMode && { isolation }),
    launchOptions: chromiumLaunchOptions(),
  },
});
