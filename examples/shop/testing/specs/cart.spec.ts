import { expect, test } from '../shop-test.js';

test('a cart stays with its browser, across reloads and typed addresses', async ({
  browser,
  page,
  fillShelf,
}) => {
  const { teas } = await fillShelf([{ name: 'Assam', price: 1100 }]);
  await page.goto(teas[0]!.path);
  await page.getByLabel('Quantity').fill('2');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);

  await page.reload();
  await page.goto('/cart');
  await expect(page.getByRole('row', { name: 'Assam' })).toContainText('€22.00');
  await expect(page.getByRole('link', { name: 'Cart' })).toHaveText('Cart 2');

  // Another visitor: a context of its own, and still in test mode.
  const stranger = await browser.newPage();
  await stranger.goto('/cart');
  await expect(stranger.getByText('Your cart is empty.')).toBeVisible();
  await stranger.close();
});

test('quantities can be changed and teas taken out again', async ({
  context,
  page,
  testMode,
  fillShelf,
}) => {
  const { teas } = await fillShelf([
    { name: 'Assam', price: 1100 },
    { name: 'Keemun', price: 1900 },
  ]);
  const [assam, keemun] = teas;
  // The test module makes the cart, and the browser takes it over with its cookies.
  const cart = await testMode.call('cart', 'fill', { [assam!.slug]: 1, [keemun!.slug]: 3 });
  await testMode.addCookies(context, cart.cookies);

  await page.goto('/cart');
  await expect(page.getByRole('row', { name: 'Total' })).toContainText('€68.00');

  await page.getByLabel('Quantity of Keemun').fill('1');
  await page.getByRole('row', { name: 'Keemun' }).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('row', { name: 'Total' })).toContainText('€30.00');

  await page.getByRole('button', { name: 'Remove Assam' }).click();
  await expect(page.getByRole('row', { name: 'Total' })).toContainText('€19.00');
  await expect(page.getByRole('row', { name: 'Assam' })).toBeHidden();
});
