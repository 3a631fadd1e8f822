import { expect, test } from '../shop-test.js';

test('strangers are asked to sign in', async ({ page }) => {
  await page.goto('/admin');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For staff');
  await page.getByLabel('Your name').fill('Mallory');
  await page.getByLabel('Password').fill('let me in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('That is not the password.');
});

test.describe('signed in', () => {
  // No form, no password: a test module signs the browser in.
  test.beforeEach(async ({ context, testMode }) => {
    const { cookies } = await testMode.call('staff', 'signIn', { name: 'Grace' });
    await testMode.addCookies(context, cookies);
  });

  test('staff see how many teas are on a shelf', async ({ page, fillShelf }) => {
    const { category } = await fillShelf([{ name: 'Mint' }, { name: 'Sage' }, { name: 'Verbena' }]);

    await page.goto('/admin');

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Grace');
    const row = page.getByRole('row', { name: category.name });
    await expect(row.getByRole('cell')).toHaveText('3');
  });

  test('staff see who ordered a tea, and book a delivery of it', async ({
    backendApi,
    page,
    fillShelf,
  }) => {
    const { teas } = await fillShelf([{ name: 'Rooibos', stock: 4 }]);
    const { slug } = teas[0]!;
    await backendApi.post('/api/cart/items', { data: { product: slug, quantity: 3 } });
    const order = await backendApi.post('/api/checkout', {
      data: { name: 'Ada', email: 'ada@example.com' },
    });
    const { order: id } = (await order.json()) as { order: string };

    await page.goto(`/admin/products/${slug}`);
    const tile = (label: string) =>
      page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
    await expect(tile('In stock')).toHaveText('1');
    await expect(tile('Orders')).toHaveText('1');
    await page.getByLabel('Delivered').fill('20');
    await page.getByRole('button', { name: 'Book delivery' }).click();

    await expect(tile('In stock')).toHaveText('21');
    const movements = page.getByRole('table').getByRole('row');
    await expect(movements.nth(1)).toContainText(/Delivery\s*\+20/);
    await expect(movements.nth(2)).toContainText(new RegExp(`Order ${id.slice(0, 8)}\\s*-3`));
  });
});
