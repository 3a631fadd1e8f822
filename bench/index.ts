// `npm run bench`: what the production guard and the validator cost a request.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CaseName, Measurement } from './measure.js';

const measureFile = fileURLToPath(new URL('measure.ts', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

const comparisons: [what: string, without: CaseName, withIt: CaseName][] = [
  ['production guard, no cookies', 'bare', 'guard'],
  ['production guard, three cookies', 'bare-cookies', 'guard-cookies'],
  ['validator, token among three cookies', 'bare-cookies', 'validator'],
];

say(
  'Nanoseconds per request, from the server event to the listener: median of rounds (fastest to slowest).\n',
);
const measured = new Map<CaseName, Measurement>();
const rows = comparisons.map(([what, without, withIt]) => {
  const [before, after] = [measure(without), measure(withIt)];
  const added = after.median - before.median;
  return [what, format(before), format(after), `${added > 0 ? '+' : ''}${added}`];
});
const table = [['', 'without', 'with', 'added'], ...rows];
const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
for (const [first, ...rest] of table) {
  const cells = rest.map((cell, index) => cell.padStart(widths[index + 1]!));
  say([first!.padEnd(widths[0]!), ...cells].join('   '));
}

// Each in a process of its own: what is measured patches the process it is in.
function measure(name: CaseName): Measurement {
  const known = measured.get(name);
  if (known !== undefined) return known;
  const { PATH, HOME } = process.env;
  const output = execFileSync(process.execPath, ['--import', 'tsx', measureFile, name], {
    cwd: root,
    env: { PATH, HOME },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The boot banner may come first.
  const result = JSON.parse(output.trimEnd().split('\n').at(-1)!) as Measurement;
  measured.set(name, result);
  return result;
}

function format({ median, fastest, slowest }: Measurement): string {
  return `${median} (${fastest} to ${slowest})`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
