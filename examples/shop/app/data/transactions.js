import { setTimeout as wait } from 'node:timers/promises';
import { datastore } from './datastore.js';

const mostAttempts = 10;
const aborted = 10;

/**
 * Does some work in a transaction, and again when another one was quicker.
 *
 * @template T
 * @param {(transaction: import('@google-cloud/datastore').Transaction) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTransaction(work) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(work);
    } catch (error) {
      const lostARace = /** @type {{ code?: unknown }} */ (error).code === aborted;
      if (!lostARace || attempt === mostAttempts) throw error;
      await wait(Math.random() * Math.min(50 * 2 ** attempt, 2000));
    }
  }
}

/**
 * @template T
 * @param {(transaction: import('@google-cloud/datastore').Transaction) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function attemptOnce(work) {
  const transaction = datastore.transaction();
  await transaction.run();
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    // What went wrong matters more than that the transaction was already gone.
    await transaction.rollback().catch(() => {});
    throw error;
  }
}
