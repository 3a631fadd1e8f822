/** Marks the error of {@link withinTime}. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

/** Resolves as a promise does, or rejects with {@link TimeLimitError} at a point in time (milliseconds since 1970). */
export async function withinTime<T>(deadline: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const leftMs = Math.max(0, deadline - Date.now());
    timer = setTimeout(() => reject(new TimeLimitError('There was no answer.')), leftMs);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after a time, in milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
