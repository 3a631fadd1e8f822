/** A value shared by every copy of app-test in the process, made by the first that asks. */
export function shareGlobally<T>(name: string, create: () => T): T {
  const registry = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(name);
  return (registry[key] ??= create());
}

/** Forgets a shared value. For tests of this package only. */
export function forgetGlobally(name: string): void {
  delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(name)];
}
