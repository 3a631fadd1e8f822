// The example's suite without what keeps its tests apart: to see that they need it.
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import type { AppTestOptions } from 'app-test/fixtures';
import shop from '../../examples/shop/testing/playwright.config.js';

export default defineConfig<AppTestOptions>(shop, {
  testDir: fileURLToPath(new URL('../../examples/shop/testing/specs', import.meta.url)),
  timeout: 15_000,
  use: { isolation: 'run' },
});
