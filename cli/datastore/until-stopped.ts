const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Waits for the first signal to stop. A second one ends the process as if nobody had listened. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}
