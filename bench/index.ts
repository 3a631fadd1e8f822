// `npm run bench [-- NAME ...]`: what app-test costs, each beside its alternative in the same run.

import type { Bench } from './bench.js';
import { datastore, million } from './datastore/index.js';
import { guard } from './guard/index.js';
import { isolation } from './isolation/index.js';
import { mirror } from './mirror/index.js';
import { sessions } from './sessions/index.js';

const benches: readonly Bench[] = [guard, datastore, million, isolation, sessions, mirror];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  const names = benches.map(({ name }) => name).join(', ');
  say(`There is no bench ${unknown.join(', ')}. There are: ${names}.`);
  process.exit(2);
}
for (const bench of benches) {
  if (asked.length > 0 && !asked.includes(bench.name)) continue;
  say(`${bench.name}: ${bench.title}\n`);
  await bench.run(say);
  say('');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
