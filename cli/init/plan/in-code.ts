import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Setup } from '../settle.js';
import { quote } from '../templates/playwright-config.js';
import type { Change } from './change.js';

/** What the entry file gains: written where that is safe, shown as a patch where it is not. */
export interface InCodePlan {
  change: Change | undefined;
  /** A unified diff for somebody to apply, and why it was not done. */
  patch: { text: string; why: string } | undefined;
}

const importStatement =
  /^import\s(?:[^'"`;]*?\bfrom\s*)?(['"])[^'"\n]+\1(?:\s*with\s*\{[^}]*\})?[ \t]*;?[^\S\n]*(?:\/\/[^\n]*)?$/gm;

/** Plans the lines that set app-test up in the app's own code. */
export function planInCode({ project, start }: Setup): InCodePlan {
  const file = join(project.folder, start.source);
  const before = readFileSync(file, 'utf8');
  if (/['"]app-test\/(?:server|register)['"]/.test(before)) {
    return { change: undefined, patch: undefined };
  }
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const code = before.replaceAll('\r\n', '\n');
  const unsafe = whyUnsafe(code, isModule(project.isModule, start.source));
  const after = unsafe === undefined ? addToModule(code) : addToScript(code);
  if (unsafe !== undefined) {
    const text = createTwoFilesPatch(`a/${start.source}`, `b/${start.source}`, code, after);
    return { change: undefined, patch: { text, why: unsafe } };
  }
  const change = { file, before, after: after.replaceAll('\n', end), what: 'sets app-test up' };
  return { change, patch: undefined };
}

function isModule(packageIsModule: boolean, file: string): boolean {
  if (/\.m[jt]s$/.test(file)) return true;
  return packageIsModule && !/\.c[jt]s$/.test(file);
}

function whyUnsafe(code: string, isEsModule: boolean): string | undefined {
  if (!isEsModule) return 'a CommonJS file cannot wait at its top';
  if ([...code.matchAll(importStatement)].length === 0)
    return 'it has no import to put this before';
  if (/\bsetup\b/.test(code)) return 'it has something named setup already';
  return undefined;
}

/** The import comes before every other one, the call after the last. */
function addToModule(code: string): string {
  const imports = [...code.matchAll(importStatement)];
  const first = imports[0]!.index;
  const last = imports.at(-1)!;
  const afterLast = last.index + last[0].length;
  return [
    code.slice(0, first),
    `import { setup } from 'app-test/server'; // before every other import\n`,
    code.slice(first, afterLast),
    '\n\nawait setup();',
    code.slice(afterLast),
  ].join('');
}

/** The call that listens waits for app-test. */
function addToScript(code: string): string {
  const lines = code.split('\n');
  const top = lines.findIndex(
    (line) => !/^(?:#!|\s*$|['"]use strict['"]|\s*(?:\/\/|\/\*|\*))/.test(line),
  );
  lines.splice(
    Math.max(top, 0),
    0,
    `const { setup } = require(${quote('app-test/server')}); // before every other require`,
  );
  const listening = lines.findIndex((line) => /^[\w$.]+\.listen\(/.test(line));
  if (listening === -1) {
    return [...lines, '// Listen once this has resolved.', 'setup().then(() => {});', ''].join(
      '\n',
    );
  }
  const closing = lines.findIndex(
    (line, index) => index >= listening && /\);?\s*$/.test(line) && !/^\s/.test(line),
  );
  const until = closing === -1 ? listening : closing;
  const statement = lines
    .slice(listening, until + 1)
    .map((line) => (line === '' ? line : `  ${line}`));
  lines.splice(listening, until - listening + 1, 'setup().then(() => {', ...statement, '});');
  return lines.join('\n');
}
