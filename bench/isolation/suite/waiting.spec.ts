import { expect, test } from 'app-test/fixtures';

for (let number = 0; number < 48; number++) {
  test(`waiting ${number}`, async ({ page, request }) => {
    await request.post(`/?text=${number}`);
    await page.goto('/slow');
    await expect(page.getByText(String(number), { exact: true })).toBeVisible();
  });
}
