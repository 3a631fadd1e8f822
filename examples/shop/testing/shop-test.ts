import { test as base } from 'app-test/fixtures';

export { expect } from 'app-test/fixtures';

/** A tea to be put on a shelf; prices are in cents. */
export interface NewTea {
  name: string;
  price?: number;
  stock?: number;
}

/** Something with a page of its own. */
export interface Listed {
  slug: string;
  name: string;
  path: string;
}

/** A category, and its teas in the order they were given. */
export interface Shelf {
  category: Listed;
  teas: Listed[];
}

interface ShopFixtures {
  /** Puts up a shelf. Only this test sees it: its session is thrown away afterwards. */
  fillShelf: (teas: NewTea[], options?: { store?: string; category?: string }) => Promise<Shelf>;
}

export const test = base.extend<ShopFixtures>({
  fillShelf: async ({ testMode }, use) => {
    await use(async (teas, options = {}) => {
      const { data: shelf } = await testMode.call<Shelf>('catalog', 'fill', { ...options, teas });
      return shelf;
    });
  },
});
