import { test } from 'app-test/fixtures';

for (let number = 0; number < 60; number++) {
  test(`pages ${number}`, async ({ page }) => {
    await page.goto('/');
  });
}
