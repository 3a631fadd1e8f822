/** Rejects when something does not settle in time; it goes on all the same. */
export async function withinTime<T>(running: Promise<T>, timeLimitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it did not settle within ${timeLimitMs / 1000} seconds`)),
      timeLimitMs,
    );
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
