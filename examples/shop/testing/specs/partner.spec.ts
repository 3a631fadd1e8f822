import { expect, test } from '../shop-test.js';

test('a partner sells from a range of its own', async ({ page, fillShelf }) => {
  const { teas } = await fillShelf([{ name: 'Meeting Mint', price: 520, stock: 3 }], {
    store: 'acme',
  });
  const { path, slug } = teas[0]!;
  expect(path).toBe(`/partners/acme/products/${slug}`);

  await page.goto(path);
  await expect(page.getByRole('banner')).toContainText('Acme Office Teas');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByLabel('Name').fill('Wile E.');
  await page.getByLabel('E-mail').fill('wile@acme.example');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/partners\/acme\/orders\//);
  await expect(page.getByRole('link', { name: 'Meeting Mint' })).toHaveAttribute('href', path);

  // Its data lie in a namespace of their own, which our store doesn't see.
  const elsewhere = await page.goto(`/products/${slug}`);
  expect(elsewhere?.status()).toBe(404);
});
