/** Wrappers on a prototype, and how to take them off. */
export interface Patch {
  prototype: Record<string, unknown>;
  /** The wrapper of each method. */
  wrappers: ReadonlyMap<string, unknown>;
  undo(): void;
}

/** Puts wrappers on a prototype. */
export function applyWrappers(
  prototype: Record<string, unknown>,
  wrappers: ReadonlyMap<string, unknown>,
): Patch {
  const originals = new Map<string, unknown>();
  for (const [method, wrapper] of wrappers) {
    originals.set(method, prototype[method]);
    Object.defineProperty(wrapper, 'name', { value: method });
    replaceMethod(prototype, method, wrapper);
  }
  return {
    prototype,
    wrappers,
    undo: () => {
      for (const [method, original] of originals) {
        if (prototype[method] === wrappers.get(method)) replaceMethod(prototype, method, original);
      }
    },
  };
}

/** Methods of a class are not enumerable, and stay so. */
function replaceMethod(prototype: object, method: string, value: unknown): void {
  Object.defineProperty(prototype, method, {
    value,
    configurable: true,
    writable: true,
    enumerable: false,
  });
}
