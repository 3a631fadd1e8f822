import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.js';
import { formatTable } from '../format-table.js';
import type { CaseName, Measurement } from './measure.js';

const measureFile = fileURLToPath(new URL('measure.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

const comparisons: [what: string, without: CaseName, withIt: CaseName][] = [
  ['production guard, no cookies', 'bare', 'guard'],
  ['production guard, three cookies', 'bare-cookies', 'guard-cookies'],
  ['validator, token among three cookies', 'bare-cookies', 'validator'],
];

/** What the production guard and the validator cost a request. */
export const guard: Bench = {
  name: 'guard',
  title:
    'Nanoseconds per request, from the server event to the listener: median of rounds (fastest to slowest)',
  async run(say) {
    const measured = new Map<CaseName, Measurement>();
    const rows = comparisons.map(([what, without, withIt]) => {
      const [before, after] = [measure(measured, without), measure(measured, withIt)];
      const added = after.median - before.median;
      return [what, format(before), format(after), `${added > 0 ? '+' : ''}${added}`];
    });
    say(formatTable([['', 'without', 'with', 'added'], ...rows]));
  },
};

// Each in a process of its own: what is measured patches the process it is in.
function measure(measured: Map<CaseName, Measurement>, name: CaseName): Measurement {
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
