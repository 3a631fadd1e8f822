import { test } from '@playwright/test';

for (let number = 0; number < 60; number++) {
  test(`bare ${number}`, async ({ page }) => {
    await page.goto('/');
  });
}
