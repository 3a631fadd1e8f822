/**
 * Runs something for every item, a few at a time, and adds up what it returns. A failure begins no further item, and is
 * thrown when those under way have ended: what cleans up after it must not be overtaken by them.
 */
export async function addUp<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<number>,
): Promise<number> {
  let total = 0;
  const rest = [...items];
  const work = async (): Promise<void> => {
    while (rest.length > 0) {
      try {
        const part = await run(rest.shift()!);
        // Not in one expression, which would read the total before it waits.
        total += part;
      } catch (error) {
        rest.length = 0;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, work);
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return total;
}
