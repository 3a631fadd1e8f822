import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { ListedReporter, ListedWebServer } from './reading.js';

/** A Playwright configuration as its author wrote it, as far as it is read. */
export interface UserConfig {
  reporter?: unknown;
  webServer?: unknown;
  globalSetup?: unknown;
}

/**
 * The configuration as it was written: `--reporter` replaces its reporters in the resolved one, which also holds no
 * list of web servers. Playwright has loaded it, so this reads it from Node's caches.
 */
export async function loadUserConfig(file: string): Promise<UserConfig | undefined> {
  const cached: unknown = createRequire(import.meta.url).cache[file]?.exports;
  try {
    return unwrap(cached ?? (await import(pathToFileURL(file).href)));
  } catch {
    return undefined;
  }
}

/** The reporters that a configuration names. */
export function listReporters({ reporter }: UserConfig): ListedReporter[] {
  const entries: unknown[] = Array.isArray(reporter) ? reporter : [[reporter]];
  return entries.flatMap((entry) => {
    const [name, options] = [entry].flat() as [unknown, { exemptProjects?: unknown } | undefined];
    if (typeof name !== 'string') return [];
    return [{ name, exemptProjects: listTexts(options?.exemptProjects) }];
  });
}

/** The web servers that a configuration starts. */
export function listWebServers({ webServer }: UserConfig): ListedWebServer[] {
  const servers = [webServer ?? []].flat() as Partial<ListedWebServer & { port: number }>[];
  return servers.map(({ command, url, port, cwd, env }) => ({
    command: command ?? '',
    url: url ?? (port === undefined ? null : `http://localhost:${port}`),
    cwd: cwd ?? null,
    env: env ?? {},
  }));
}

/** A text, or those of a list. */
export function listTexts(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

/** Compiled from `export default`, a module carries its export one level down, or two. */
function unwrap(module: unknown): UserConfig {
  const { default: exported } = module as { default?: unknown };
  return exported === undefined ? (module as UserConfig) : unwrap(exported);
}
