/** Runs something for every item, a few at a time, and adds up what it returns. Stops at the first failure. */
export async function addUp<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<number>,
): Promise<number> {
  let total = 0;
  const rest = items.values();
  const work = async (): Promise<void> => {
    for (const item of rest) {
      const part = await run(item);
      // Not in one expression, which would read the total before it waits.
      total += part;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return total;
}
