import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The README and every page below docs/, by path from the root. */
export function listPages(): string[] {
  const docs = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => `docs/${name}`)];
}

/** The text of a page. */
export function readPage(page: string): string {
  return readFileSync(root + page, 'utf8');
}

/** A fenced block of code. */
export interface Snippet {
  language: string;
  code: string;
  /** What its first line says that it is called: `playwright.config.ts`. */
  file: string | undefined;
}

/** Every fenced block of a page, in order. */
export function readSnippets(page: string): Snippet[] {
  const blocks = readPage(page).matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].map(([, language = '', code = '']) => ({
    language,
    code,
    file: /^\/\/ (\S+\.\w+)\n/.exec(code)?.[1],
  }));
}
