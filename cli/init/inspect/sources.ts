import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isFile, resolveFile } from './files.js';

const importPattern =
  /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(['"])(\.{1,2}\/[^'"]*)\1/g;
const mostFiles = 200;

/** The code of an app: its entry and every file that it imports by a relative path, without their comments. */
export function readSources(project: string, entry: string): Map<string, string> {
  const sources = new Map<string, string>();
  const waiting = [entry];
  for (const file of waiting) {
    if (sources.has(file) || sources.size >= mostFiles || !isFile(join(project, file))) continue;
    const code = withoutComments(readFileSync(join(project, file), 'utf8'));
    sources.set(file, code);
    for (const [, , specifier = ''] of code.matchAll(importPattern)) {
      const imported = resolveFile(project, posix.join(posix.dirname(file), specifier));
      if (imported !== undefined && !imported.startsWith('..')) waiting.push(imported);
    }
  }
  return sources;
}

/** Code without its comments: what is commented out is not what runs. */
export function withoutComments(code: string): string {
  return code.replaceAll(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`)|\/\*[^]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (_, text: string | undefined) => text ?? '',
  );
}
