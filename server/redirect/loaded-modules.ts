import { realpathSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

type Loader = (this: unknown, module: NodeModule, filename: string) => unknown;

// Node has no public way to see CommonJS modules load; these two are as old as Node and patched by many tools.
const internals = Module as unknown as {
  _extensions: Record<string, Loader>;
  _cache: Record<string, NodeModule | undefined>;
};

/** Calls back for every CommonJS module that is loaded now. */
export function forEachLoaded(visit: (filename: string, exports: unknown) => void): void {
  for (const [filename, module] of Object.entries(internals._cache)) {
    if (module?.loaded) visit(filename, module.exports);
  }
}

/** Calls back for every CommonJS module that will be loaded, by `require` or by an ESM import. Returns its undo. */
export function watchModules(visit: (filename: string, exports: unknown) => void): () => void {
  const original = internals._extensions['.js']!;
  const watching: Loader = function (module, filename) {
    const result = original.call(this, module, filename);
    visit(filename, module.exports);
    return result;
  };
  internals._extensions['.js'] = watching;
  return () => {
    if (internals._extensions['.js'] === watching) internals._extensions['.js'] = original;
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
