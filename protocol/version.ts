import { readFileSync } from 'node:fs';

/** The version of this copy of app-test, from its package.json. */
export const version: string = readVersion();

function readVersion(): string {
  // One folder up from the sources, two from dist/protocol.
  for (const relative of ['../package.json', '../../package.json']) {
    try {
      const text = readFileSync(new URL(relative, import.meta.url), 'utf8');
      const manifest = JSON.parse(text) as { name?: string; version?: string };
      if (manifest.name === 'app-test' && manifest.version !== undefined) return manifest.version;
    } catch {
      // Not there: this file is not where that path assumes.
    }
  }
  throw new Error('[app-test] package.json of app-test was not found beside its code.');
}
