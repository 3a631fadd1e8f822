import { expect, test } from '../shop-test.js';

const customer = { name: 'Ada Lovelace', email: 'ada@example.com' };

test('an order takes its teas out of stock', async ({ context, page, testMode, fillShelf }) => {
  const { teas } = await fillShelf([{ name: 'Dong Ding', price: 2100, stock: 5 }]);
  const [dongDing] = teas;
  const cart = await testMode.call('cart', 'fill', { [dongDing!.slug]: 2 });
  await testMode.addCookies(context, cart.cookies);

  await page.goto('/cart');
  await page.getByLabel('Name').fill(customer.name);
  await page.getByLabel('E-mail').fill(customer.email);
  await page.getByRole('button', { name: 'Place order' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada Lovelace');
  await expect(page.getByRole('row', { name: 'Total' })).toContainText('€42.00');
  await page.getByRole('link', { name: 'Dong Ding' }).click();
  await expect(page.getByRole('status')).toHaveText('Only 3 left');
  await expect(page.getByRole('link', { name: 'Cart' })).toHaveText('Cart 0');
});

test('an order for more than there is leaves cart and stock alone', async ({
  context,
  page,
  backendApi,
  testMode,
  fillShelf,
}) => {
  const { teas } = await fillShelf([
    { name: 'Hojicha', stock: 9 },
    { name: 'Tie Guan Yin', stock: 1 },
  ]);
  const [hojicha, tieGuanYin] = teas;
  const cart = await testMode.call('cart', 'fill', { [hojicha!.slug]: 1, [tieGuanYin!.slug]: 2 });
  await testMode.addCookies(context, cart.cookies);

  await page.goto('/cart');
  await page.getByLabel('Name').fill(customer.name);
  await page.getByLabel('E-mail').fill(customer.email);
  await page.getByRole('button', { name: 'Place order' }).click();

  await expect(page.getByRole('alert')).toHaveText('Only 1 of Tie Guan Yin left.');
  await expect(page.getByLabel('Quantity of Tie Guan Yin')).toHaveValue('2');
  const untouched = await backendApi.get(`/api/products/${hojicha!.slug}`);
  expect(await untouched.json()).toMatchObject({ stock: 9 });
});

test('when three visitors want the last two, two get one each', async ({
  playwright,
  testMode,
  fillShelf,
}) => {
  const { teas } = await fillShelf([{ name: 'Gyokuro', stock: 2 }]);
  const visitors = await Promise.all(
    [1, 2, 3].map(() => playwright.request.newContext({ baseURL: testMode.serverUrl })),
  );
  for (const visitor of visitors) {
    await visitor.post('/api/cart/items', { data: { product: teas[0]!.slug, quantity: 1 } });
  }

  const answers = await Promise.all(
    visitors.map((visitor) => visitor.post('/api/checkout', { data: customer })),
  );

  const refused = answers.filter((answer) => answer.status() === 409);
  expect(refused).toHaveLength(1);
  expect(answers.filter((answer) => answer.status() === 201)).toHaveLength(2);
  const tea = await visitors[0]!.get(`/api/products/${teas[0]!.slug}`);
  expect(await tea.json()).toMatchObject({ stock: 0 });
  for (const visitor of visitors) await visitor.dispose();
});
