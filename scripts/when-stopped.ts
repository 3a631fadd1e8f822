const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls back once when somebody wants this script to end: by Ctrl-C, which a terminal sends and npm sends again, by a
 * signal, or by ending npm, whose shell dies of a signal that it passes to nobody.
 */
export function whenStopped(stop: () => void): void {
  const parent = process.ppid;
  let isStopping = false;
  const stopOnce = (): void => {
    if (!isStopping) stop();
    isStopping = true;
  };
  for (const signal of signals) process.on(signal, stopOnce);
  setInterval(() => process.ppid !== parent && stopOnce(), 250).unref();
}
