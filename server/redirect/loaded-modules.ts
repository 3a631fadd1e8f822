import { realpathSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

type Load = (this: NodeModule, filename: string) => unknown;

// Node has no public way to see CommonJS modules load; these two are as old as Node, and used by many tools.
const internals = Module as unknown as {
  prototype: { load: Load };
  _cache: Record<string, NodeModule | undefined>;
};

/** Calls back for every CommonJS module that is loaded now. */
export function forEachLoaded(visit: (filename: string, exports: unknown) => void): void {
  for (const [filename, module] of Object.entries(internals._cache)) {
    if (module?.loaded) visit(filename, module.exports);
  }
}

/**
 * Calls back for every CommonJS module that will be loaded, by `require` or by an ESM import. Returns its undo.
 * Not through `Module._extensions`: tsx, loaded later, replaces what is there and never calls it.
 */
export function watchModules(visit: (filename: string, exports: unknown) => void): () => void {
  const original: Load = Reflect.get(internals.prototype, 'load');
  const watching: Load = function (filename) {
    const result = original.call(this, filename);
    visit(filename, this.exports);
    return result;
  };
  internals.prototype.load = watching;
  return () => {
    if (Reflect.get(internals.prototype, 'load') === watching) internals.prototype.load = original;
  };
}

/**
 * Loads the package that the app's main file, or else the working directory, would get.
 * Other loaders, such as tsx, can keep later loads from {@link watchModules}; what is loaded already is found.
 */
export function requireAsApp(name: string): { exports: unknown } | { error: unknown } {
  let error: unknown;
  for (const place of listAppPlaces()) {
    try {
      return { exports: createRequire(place)(name) as unknown };
    } catch (reason) {
      error ??= reason;
    }
  }
  return { error };
}

function listAppPlaces(): string[] {
  const main = process.argv[1];
  const places = [join(process.cwd(), 'package.json')];
  if (main === undefined) return places;
  try {
    return [realpathSync(main), ...places];
  } catch {
    return [main, ...places];
  }
}
