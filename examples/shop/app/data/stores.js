import { datastore } from './datastore.js';

/**
 * A storefront: our own, or a partner's with its own range. Each keeps its data in a namespace.
 *
 * @typedef {object} Store
 * @property {string} id
 * @property {string} name
 * @property {string} tagline
 * @property {string} base where its pages begin: '' or '/partners/acme'
 * @property {string | undefined} namespace
 */

/** @type {Store} */
export const ownStore = {
  id: 'kettle',
  name: 'Kettle & Leaf',
  tagline: 'Teas from small gardens, packed on the day you order.',
  base: '',
  namespace: undefined,
};

/** @type {readonly Store[]} */
export const partnerStores = [
  {
    id: 'acme',
    name: 'Acme Office Teas',
    tagline: 'What the kitchen on every floor of Acme is stocked with.',
    base: '/partners/acme',
    namespace: 'acme',
  },
];

export const stores = [ownStore, ...partnerStores];

/**
 * @param {Store} store
 * @param {(string | number)[]} path
 */
export function keyIn(store, ...path) {
  return store.namespace === undefined
    ? datastore.key(path)
    : datastore.key({ namespace: store.namespace, path });
}

/**
 * @param {Store} store
 * @param {string} kind
 */
export function queryIn(store, kind) {
  return store.namespace === undefined
    ? datastore.createQuery(kind)
    : datastore.createQuery(store.namespace, kind);
}
