let last: Promise<unknown> = Promise.resolve();

/**
 * Runs session changes one after the other: a status that overlaps a finish must see either all of it
 * or none.
 */
export function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const result = last.then(change, change);
  last = result.catch(() => {});
  return result;
}
