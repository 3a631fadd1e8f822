import { posix, relative } from 'node:path';
import { styleText } from 'node:util';
import { toSlashes } from './inspect/files.js';
import { findDependency } from './inspect/manifest.js';
import { commandsOf } from './inspect/package-manager.js';
import type { Plan } from './plan/plan.js';
import type { Setup } from './settle.js';

/** What was found, a line each. */
export function describeSetup({ project, packageManager, start, port, language }: Setup): string {
  const rows: [string, string][] = [
    ['project', project.folder],
    ['package manager', `${packageManager.name} (${packageManager.from})`],
    ['code', describeCode(project.isModule, project.typescript !== undefined, project.usesExpress)],
    ['started by', `${describeStart(start)} (${start.from})`],
    ['port', describePort(port)],
    ['suite', describeSuite(project.suite, language)],
  ];
  if (project.repository !== project.folder) rows.splice(1, 0, ['part of', project.repository]);
  return table('Found', rows);
}

/** What is written, or would be. */
export function describePlan({ changes }: Plan, { project }: Setup, isDryRun: boolean): string {
  if (changes.length === 0) return 'Nothing to write: everything is there already.\n';
  const rows = changes.map(({ file, before, what }): [string, string] => {
    const path = toSlashes(relative(project.folder, file));
    return [`${before === undefined ? '+' : '~'} ${path}`, what];
  });
  return table(isDryRun ? 'Would write (this is a dry run)' : 'Written', rows);
}

/** What to do now, in commands of the project's package manager. */
export function describeNext(
  setup: Setup,
  { layout, patch }: Plan,
  { isInstalled }: { isInstalled: boolean },
): string {
  const { name } = setup.packageManager;
  const { install, run, execute } = commandsOf(setup.packageManager);
  const rows: [string, string][] = [];
  if (!isInstalled) rows.push([`${name} ${install[0]}`, 'installs what package.json gained']);
  rows.push([execute('playwright install chromium'), 'the browser, once']);
  const script = layout?.scripts.test ?? findTestScript(setup.project);
  rows.push([script === undefined ? execute('playwright test') : run(script), 'runs the suite']);
  const text = table('Next', rows);
  if (patch === undefined) return text;
  return `${heading(`Apply this by hand: ${patch.why}`)}\n${patch.text}\n${text}`;
}

/** What may keep the suite from passing. */
export function describeWarnings({ project, port }: Setup): string[] {
  const warnings: string[] = [];
  const playwright = findDependency(project.manifest, '@playwright/test');
  if (playwright !== undefined && isTooOld(playwright)) {
    warnings.push(
      `@playwright/test is '${playwright}' in package.json. app-test needs 1.65 or newer.`,
    );
  }
  if (!project.hasDatastore) {
    warnings.push(
      '@google-cloud/datastore was not found. Without it a server cannot be in test mode.',
    );
  }
  if (port.found === undefined) {
    warnings.push(
      `The code names neither a port nor PORT. The suite takes ${port.number}; if that is wrong, correct baseURL in the Playwright configuration.`,
    );
  }
  return warnings;
}

/** The script that runs the suite that is there already. */
function findTestScript({ manifest, suite }: Setup['project']): string | undefined {
  const folder = posix.dirname(suite.own ?? '');
  const command = folder === '.' ? 'playwright test' : `playwright test --config ${folder}`;
  const { scripts = {} } = manifest;
  return Object.keys(scripts).find((name) => scripts[name] === command);
}

/** By the first version that a range names; one that names none is left to the install. */
function isTooOld(range: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(range) ?? [];
  return Number(major) < 1 || (Number(major) === 1 && Number(minor) < 65);
}

function describeCode(isModule: boolean, isTyped: boolean, usesExpress: boolean): string {
  const parts = [
    isModule ? 'ES modules' : 'CommonJS',
    isTyped ? 'TypeScript' : 'JavaScript',
    usesExpress ? 'Express' : 'without Express',
  ];
  return parts.join(', ');
}

function describeStart({ runner, entry, source }: Setup['start']): string {
  if (runner === 'built') return `${entry}, built from ${source}`;
  return runner === 'node' ? entry : `${entry}, with ${runner}`;
}

function describePort({ number, found }: Setup['port']): string {
  if (found === undefined) return `${number}`;
  if (!found.readsVariable) return `${number}, as the code says`;
  const own = found.number === undefined ? '' : ` and else ${found.number}`;
  return `reads PORT${own}; the tests take ${number}`;
}

function describeSuite(
  { own, other, folder }: Setup['project']['suite'],
  language: string,
): string {
  if (own !== undefined) return `${own}, there already`;
  const words = language === 'ts' ? 'TypeScript' : 'JavaScript';
  const beside = other === undefined ? '' : `, beside ${other}`;
  return `none yet; ${folder}/ in ${words}${beside}`;
}

function table(title: string, rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return `${heading(title)}\n${lines.join('\n')}\n`;
}

function heading(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
