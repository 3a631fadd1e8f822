import { expect, test } from '../shop-test.js';

test('a shelf shows what its teas cost and how many are left', async ({ page, fillShelf }) => {
  const { category } = await fillShelf([
    { name: 'Sencha', price: 1450, stock: 24 },
    { name: 'Gyokuro', price: 3900, stock: 2 },
    { name: 'Bancha', price: 700, stock: 0 },
  ]);

  await page.goto(category.path);

  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Bancha', 'Gyokuro', 'Sencha']);
  await expect(card('Sencha')).toContainText('€14.50');
  await expect(card('Gyokuro')).toContainText('Only 2 left');
  await expect(card('Bancha')).toContainText('Sold out');
});

test('a long shelf goes on page by page', async ({ page, fillShelf }) => {
  const names = Array.from(
    { length: 17 },
    (_, index) => `Tea ${String(index + 1).padStart(2, '0')}`,
  );
  const { category } = await fillShelf(names.map((name) => ({ name })));
  const shown = page.getByRole('heading', { level: 3 });

  await page.goto(category.path);
  await expect(shown).toHaveText(names.slice(0, 8));
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(shown).toHaveText(names.slice(8, 16));
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(shown).toHaveText(names.slice(16));
  await expect(page.getByRole('link', { name: 'Next page' })).toBeHidden();

  await page.goBack();
  await expect(shown).toHaveText(names.slice(8, 16));
});

test('a name is shown as it was typed, never as markup', async ({ page, fillShelf }) => {
  const name = 'Earl <em>Grey</em> & Co.';
  const { teas } = await fillShelf([{ name }]);

  await page.goto(teas[0]!.path);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
