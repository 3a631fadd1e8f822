import { expect, test } from '../shop-test.js';

test('a product page hears at once what somebody else bought', async ({
  browser,
  page,
  fillShelf,
}) => {
  const { teas } = await fillShelf([{ name: 'Oriental Beauty', stock: 1 }]);
  const path = teas[0]!.path;
  const stock = page.getByRole('status');
  await page.goto(path);
  // The page marks its stock as live once its WebSocket has answered.
  await expect(stock).toHaveAttribute('data-live');
  await expect(stock).toHaveText('Only 1 left');

  const buyer = await browser.newPage();
  await buyer.goto(path);
  await buyer.getByRole('button', { name: 'Add to cart' }).click();
  await buyer.getByLabel('Name').fill('Grace Hopper');
  await buyer.getByLabel('E-mail').fill('grace@example.com');
  await buyer.getByRole('button', { name: 'Place order' }).click();
  await expect(buyer.getByRole('heading', { level: 1 })).toContainText('Thank you');
  await buyer.close();

  await expect(stock).toHaveText('Sold out');
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeDisabled();
});
