import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package.json, as far as a check reads it. */
export interface Manifest {
  /** The file. */
  file: string;
  folder: string;
  name: string;
  version: string;
  scripts: Readonly<Record<string, string>>;
  engines: Readonly<Record<string, string>>;
  peerDependencies: Readonly<Record<string, string>>;
}

/** Reads the package.json of a folder; `undefined` if there is none, or none that can be read. */
export function readManifest(folder: string): Manifest | undefined {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const { name, version } = content;
    return {
      file,
      folder,
      name: typeof name === 'string' ? name : '',
      version: typeof version === 'string' ? version : '',
      scripts: readTexts(content.scripts),
      engines: readTexts(content.engines),
      peerDependencies: readTexts(content.peerDependencies),
    };
  } catch {
    return undefined;
  }
}

function readTexts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}
