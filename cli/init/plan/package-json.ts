import { join } from 'node:path';
import { version } from '../../../protocol/index.js';
import { commandsOf } from '../inspect/package-manager.js';
import { findDependency, type Manifest, withoutMark } from '../inspect/manifest.js';
import type { Setup } from '../settle.js';
import type { Change } from './change.js';
import type { Layout } from './layout.js';

const playwrightRange = '^1.65.0';
const tsxRange = '^4.20.0';

/** Scripts and dependencies that package.json gains; `undefined` if it has all of them. */
export function planPackageJson(
  setup: Setup,
  layout: Layout | undefined,
  inCode: boolean,
): Change | undefined {
  const { folder, manifestText } = setup.project;
  const next = JSON.parse(withoutMark(manifestText)) as Manifest;
  const added = [
    ...(layout === undefined ? [] : addScripts(next, setup, layout, inCode)),
    ...addDependencies(next, setup, inCode),
  ];
  if (added.length === 0) return undefined;
  const text = format(next, manifestText);
  const file = join(folder, 'package.json');
  return { file, before: manifestText, after: text, what: added.join(', ') };
}

function addScripts(next: Manifest, setup: Setup, layout: Layout, inCode: boolean): string[] {
  const { scripts } = layout;
  const config = layout.configDir === '' ? '' : ` --config ${layout.configDir}`;
  next.scripts = {
    ...next.scripts,
    [scripts.start]: renderStartScript(setup, inCode),
    [scripts.test]: `playwright test${config}`,
  };
  return [`scripts ${scripts.start} and ${scripts.test}`];
}

/** The command that starts the app with app-test before it. */
export function renderStartScript({ start, packageManager }: Setup, inCode: boolean): string {
  const build =
    start.build === undefined ? '' : `${commandsOf(packageManager).run(start.build)} && `;
  // TypeScript's loader comes first: test modules are loaded while app-test registers.
  const flags = [...start.flags, ...(inCode ? [] : ['--import app-test/register'])];
  // The one quoting that shells and cmd.exe share.
  const entry = /^[\w./-]+$/.test(start.entry) ? start.entry : `"${start.entry}"`;
  return [`${build}node`, ...flags, entry].join(' ');
}

function addDependencies(next: Manifest, { start }: Setup, inCode: boolean): string[] {
  const added: string[] = [];
  const add = (name: string, range: string): void => {
    if (findDependency(next, name) !== undefined) return;
    next.devDependencies = sortLike(next.devDependencies, { [name]: range });
    added.push(name);
  };
  if (inCode) added.push(...addRuntimeDependency(next));
  else add('app-test', `^${version}`);
  add('@playwright/test', playwrightRange);
  if (start.runner === 'tsx') add('tsx', tsxRange);
  return added;
}

/** An app that imports app-test needs it where it is deployed. */
function addRuntimeDependency(next: Manifest): string[] {
  if (next.dependencies?.['app-test'] !== undefined) return [];
  const range = next.devDependencies?.['app-test'] ?? `^${version}`;
  delete next.devDependencies?.['app-test'];
  next.dependencies = sortLike(next.dependencies, { 'app-test': range });
  return ['app-test as a dependency'];
}

/** Package managers keep them sorted; somebody else's order stays. */
function sortLike(
  before: Record<string, string> = {},
  more: Record<string, string>,
): Record<string, string> {
  const names = Object.keys(before);
  const wasSorted = names.every((name, index) => index === 0 || names[index - 1]! <= name);
  const entries = Object.entries({ ...before, ...more });
  return Object.fromEntries(wasSorted ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries);
}

/** In the style of what was there. */
function format(next: Manifest, before: string): string {
  const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? 2;
  const mark = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = `${JSON.stringify(next, undefined, indent)}${before.endsWith('\n') ? '\n' : ''}`;
  return mark + (before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
}
