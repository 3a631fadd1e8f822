import { categoryEntity } from './data/categories.js';
import { datastore } from './data/datastore.js';
import { productEntity } from './data/products.js';
import { ownStore, partnerStores } from './data/stores.js';

// Fills an empty shop. What is there already is left alone.

/**
 * @typedef {[name: string, origin: string, price: number, stock: number, description: string]} Tea
 * @type {[slug: string, name: string, note: string, teas: Tea[]][]}
 */
const range = [
  [
    'green',
    'Green tea',
    'Steamed or pan-fired, never oxidised.',
    [
      ['Sencha Asatsuyu', 'Kagoshima, Japan', 1450, 24, 'Sweet, deep green and a little salty.'],
      ['Gyokuro Okumidori', 'Yame, Japan', 3900, 6, 'Shaded for three weeks. Brew it cool.'],
      ['Genmaicha', 'Shizuoka, Japan', 890, 40, 'Green tea with toasted rice: popcorn and hay.'],
      ['Hojicha Karigane', 'Uji, Japan', 990, 31, 'Roasted stems, caramel, hardly any caffeine.'],
      ['Long Jing', 'Hangzhou, China', 2200, 12, 'Flat leaves from the wok. Chestnut and cress.'],
      ['Bi Luo Chun', 'Dongting, China', 2600, 3, 'Tiny spirals picked among apricot trees.'],
      ['Mao Feng', 'Huangshan, China', 1700, 18, 'A clear, soft cup for the whole afternoon.'],
      ['Kukicha', 'Uji, Japan', 820, 26, 'Stems and stalks, sweet as fresh peas.'],
      ['Lu Shan Yun Wu', 'Jiangxi, China', 1950, 10, 'Cloud and mist: mountain air in a bowl.'],
      ['Gunpowder', 'Zhejiang, China', 690, 55, 'Rolled into pellets. The one for mint tea.'],
    ],
  ],
  [
    'black',
    'Black tea',
    'Fully oxidised, malty to floral.',
    [
      ['Darjeeling First Flush', 'Margaret’s Hope, India', 2400, 9, 'Muscatel, spring in a cup.'],
      ['Assam Orthodox', 'Dibrugarh, India', 1100, 33, 'Malt and cocoa. Takes milk well.'],
      ['Keemun Hao Ya', 'Anhui, China', 1900, 14, 'Wine, dark bread and a trace of smoke.'],
      ['Lapsang Souchong', 'Wuyi, China', 1500, 0, 'Dried over pine fires.'],
    ],
  ],
  [
    'oolong',
    'Oolong',
    'Between green and black.',
    [
      ['Dong Ding', 'Nantou, Taiwan', 2100, 16, 'Charcoal-roasted, nutty and round.'],
      ['Tie Guan Yin', 'Anxi, China', 1800, 2, 'Orchid and butter.'],
      ['Oriental Beauty', 'Hsinchu, Taiwan', 3400, 5, 'Bitten by leafhoppers, tastes of honey.'],
    ],
  ],
  [
    'herbal',
    'Herbal',
    'For late evenings.',
    [
      ['Lemon verbena', 'Drôme, France', 850, 28, 'Whole leaves, bright and soft.'],
      ['Rooibos', 'Cederberg, South Africa', 750, 47, 'Red bush, vanilla and wood.'],
    ],
  ],
];

/** @type {typeof range} */
const officeRange = [
  [
    'kitchen',
    'Kitchen range',
    'In the cupboard above the kettle.',
    [
      ['Builder’s Brew', 'Kenya', 490, 200, 'Strong enough for Monday.'],
      ['Meeting Mint', 'Morocco', 520, 120, 'For the one after lunch.'],
      ['Deadline Yerba', 'Misiones, Argentina', 610, 4, 'Please label your gourd.'],
    ],
  ],
];

/**
 * @param {import('./data/stores.js').Store} store
 * @param {typeof range} categories
 */
async function fill(store, categories) {
  const created = Date.now();
  for (const [category, name, note, teas] of categories) {
    await datastore.save(categoryEntity(store, { slug: category, name, note }));
    await datastore.save(
      teas.map(([name, origin, price, stock, description], index) => {
        const slug = name.toLowerCase().replace(/[^a-z]+/g, '-');
        const product = { slug, name, description, origin, category, price, stock };
        return productEntity(store, { ...product, created: new Date(created - index * 1000) });
      }),
    );
  }
}

const [anything] = await datastore.runQuery(datastore.createQuery('Product').limit(1));
if (anything.length === 0) {
  await fill(ownStore, range);
  for (const store of partnerStores) await fill(store, officeRange);
}
