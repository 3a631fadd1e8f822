// The differential test of the embedded Datastore at length: ten times the operations of CI, another seed every day.

import { spawnSync } from 'node:child_process';

const today = Math.floor(Date.now() / 86_400_000);
const { status } = spawnSync(
  'npx',
  [
    'playwright',
    'test',
    'tests/integration/datastore/differential.spec.ts',
    '--project=integration',
  ],
  {
    stdio: 'inherit',
    env: { DIFFERENTIAL_OPERATIONS: '100000', DIFFERENTIAL_SEED: String(today), ...process.env },
  },
);
process.exitCode = status ?? 1;
