import { expect, test } from '../shop-test.js';

// All at the same time, on one server: each of them counts what the shop has and takes the last of the same tea. They
// agree with themselves because each has the shop to itself.
for (const name of ['Ada', 'Grace', 'Hedy', 'Mary']) {
  test(`${name} finds one shelf with one tea, and buys the last of it`, async ({
    context,
    page,
    testMode,
    fillShelf,
  }) => {
    const { teas } = await fillShelf([{ name: 'Da Hong Pao', price: 4800, stock: 1 }]);
    const [daHongPao] = teas;

    await page.goto('/');
    const shelves = page.getByRole('region', { name: 'On the shelves' });
    await expect(shelves.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Da Hong Pao']);

    await page.goto(daHongPao!.path);
    await expect(page.getByRole('status')).toHaveText('Only 1 left');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('E-mail').fill(`${name.toLowerCase()}@example.com`);
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Thank you, ${name}`);

    // One order in all the shop, and it is this one.
    const { cookies } = await testMode.call('staff', 'signIn', { name: 'Rosalind' });
    await testMode.addCookies(context, cookies);
    await page.goto(`/admin/products/${daHongPao!.slug}`);
    const tile = (label: string) =>
      page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
    await expect(tile('In stock')).toHaveText('0');
    await expect(tile('Orders')).toHaveText('1');
  });
}
