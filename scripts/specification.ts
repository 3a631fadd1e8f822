// `npm run docs:specification`: writes into docs/specification.md which test proves which rule.

import { readFileSync, writeFileSync } from 'node:fs';
import { listTests } from './specification/list-tests.js';
import { findDrift, writeTests } from './specification/rules.js';

const file = new URL('../docs/specification.md', import.meta.url);
const document = readFileSync(file, 'utf8');
const tests = await listTests();
const drift = findDrift(document, tests);
for (const problem of drift) process.stderr.write(`${problem}\n`);
writeFileSync(file, writeTests(document, tests));
process.exitCode = drift.length === 0 ? 0 : 1;
