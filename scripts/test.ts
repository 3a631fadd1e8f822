// `npm test`: everything, on the embedded Datastore and, where it is, on Google's emulator too.
// `npm test -- ARGS` hands ARGS to Playwright and runs what they select on the embedded Datastore only.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findGcloud, startFirestoreEmulator } from '../tests/support/google-emulator.js';
import { ensureChromium } from './ensure-chromium.js';
import { addCounts, formatCounts } from './test-run/counts.js';
import { type PlaywrightResult, runPlaywright } from './test-run/playwright-step.js';
import { handleInterrupts, isInterrupted, runStep } from './test-run/run-step.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const playwright = resolve('@playwright/test/cli');
const typescript = resolve('typescript/package.json').replace('package.json', 'bin/tsc');
const failedStep: PlaywrightResult = { code: 1, counts: { passed: 0, failed: 1, skipped: 0 } };

handleInterrupts();
const results: PlaywrightResult[] = [];
try {
  await runEverything(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  results.push(failedStep);
}
say(`\n${formatCounts(addCounts(results.map(({ counts }) => counts)))}`);
process.exitCode = isInterrupted() ? 130 : (results.find(({ code }) => code !== 0)?.code ?? 0);

async function runEverything(selection: string[]): Promise<void> {
  const env = listEnvironment(await ensureChromium());
  section('build');
  const code = await runStep([typescript, '-p', 'tsconfig.build.json'], env);
  if (code !== 0) {
    results.push({ ...failedStep, code });
    return;
  }
  section('all tests, on the embedded Datastore');
  results.push(await runPlaywright([playwright, 'test', ...selection], env));
  if (selection.length === 0 && !isInterrupted()) await runOnEmulator(env);
}

async function runOnEmulator(env: NodeJS.ProcessEnv): Promise<void> {
  if (findGcloud() === undefined) {
    section(
      "Google's Firestore emulator is not on this machine (no gcloud in PATH): not tested on it",
    );
    return;
  }
  section("integration tests, on Google's Firestore emulator");
  const emulator = await startFirestoreEmulator();
  try {
    const onEmulator = { ...env, TEST_DATASTORE_HOST: emulator.address };
    results.push(await runPlaywright([playwright, 'test', '--project', 'integration'], onEmulator));
    // On the embedded one they have run already: tests/e2e/demo.spec.ts runs the demo.
    section("the example's browser tests, on Google's Firestore emulator");
    const demo = ['--import', 'tsx', 'scripts/demo.ts'];
    const demoEnv = {
      ...env,
      DATASTORE_EMULATOR_HOST: emulator.address,
      DATASTORE_PROJECT_ID: 'app-test-emulator',
    };
    // Given on the command line, a package cannot be found by its name from within itself.
    const reporter = join(root, 'dist/reporter/index.js');
    results.push(await runPlaywright(demo, demoEnv, ['list', reporter]));
  } finally {
    await emulator.stop();
  }
}

/** The machine's environment without what would point the tests at another server or Datastore. */
function listEnvironment(chromium: string): NodeJS.ProcessEnv {
  const pointers = /^(APP_TEST|DATASTORE_|TEST_DATASTORE_HOST$|NODE_ENV$)/;
  const kept = Object.entries(process.env).filter(([name]) => !pointers.test(name));
  return { ...Object.fromEntries(kept), CHROMIUM_PATH: chromium };
}

function section(title: string): void {
  say(`\n== ${title}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
