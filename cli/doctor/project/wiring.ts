import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A file that sets test mode up in code. */
export interface CodeWiring {
  file: string;
  /** Modules that it imports before app-test; not Node's own, and not dotenv, which may set APP_TEST. */
  importsBefore: readonly string[];
}

const sourcePattern = /(?<!\.d)\.[cm]?[jt]s$/;
const passedOver = /^(?:node_modules|dist|build|coverage|test-results|playwright-report|\..*)$/;
const mostFiles = 5000;
const mostBytes = 1024 * 1024;
const setsUp =
  /^\s*(?:import|const|let|var)\s+(?:\{[^}]*\b(?:setup|activate|testMode|protect)\b[^}]*\}|\*\s+as\s+\w+|\w+)\s*(?:from|=\s*(?:await\s+import|require)\()\s*['"]app-test\/server['"]/m;
const importPattern =
  /^\s*(?:import\s(?!type\b)(?:[^'"]*?\sfrom\s)?\s*|(?:const|let|var)\s[^=]+=\s*require\()['"]([^'"]+)['"]/gm;

/** Finds the files of a folder that import `setup()` or its pieces. */
export function findCodeWiring(folder: string): CodeWiring[] {
  return listSources(folder).flatMap((file) => {
    const code = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
    if (!code.includes('app-test/server') || !setsUp.test(code)) return [];
    const imports = [...code.matchAll(importPattern)].map(([, specifier]) => specifier!);
    const before = imports.slice(0, imports.indexOf('app-test/server'));
    return [{ file, importsBefore: before.filter((name) => !/^(?:node:|dotenv)/.test(name)) }];
  });
}

function listSources(folder: string): string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let at = 0; at < waiting.length && found.length < mostFiles; at++) {
    for (const entry of readdirSync(waiting[at]!, { withFileTypes: true })) {
      const place = path.join(waiting[at]!, entry.name);
      if (entry.isDirectory() && !passedOver.test(entry.name)) waiting.push(place);
      if (!entry.isFile() || !sourcePattern.test(entry.name)) continue;
      if (statSync(place).size <= mostBytes) found.push(place);
    }
  }
  return found;
}
