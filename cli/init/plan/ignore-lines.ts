import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import createIgnore from 'ignore';
import { findDeploymentRoots } from '../../../server/modules/deployment.js';
import {
  excludesFolder,
  type IgnoreFile,
  listIgnoreFiles,
} from '../../../server/modules/ignore-files.js';
import { isFile, toSlashes } from '../inspect/files.js';
import type { Setup } from '../settle.js';
import type { Change } from './change.js';

const outputs = ['test-results/', 'playwright-report/', 'app-test-report/'];
const packages = 'node_modules/';

// What gcloud itself writes where there is none: the deployment stays as it is.
const gcloudDefault = `.gcloudignore
.git
.gitignore
node_modules/
#!include:.gitignore
`;

/** Keeps what runs leave behind out of git. */
export function planGitignore({ project }: Setup): Change | undefined {
  const file = join(project.folder, '.gitignore');
  const before = readText(file);
  const rules = createIgnore().add(before ?? '');
  // A new file begins with what everybody ignores.
  const wanted = before === undefined ? [packages, ...outputs] : outputs;
  const missing = wanted.filter((folder) => !rules.ignores(folder));
  // Further up it may be said for all packages.
  const above = readText(join(project.repository, '.gitignore'));
  const left = missing.filter(
    (folder) =>
      !createIgnore()
        .add(above ?? '')
        .ignores(folder),
  );
  if (left.length === 0) return undefined;
  return appendLines(file, before, left, left.join(', '));
}

/** Where the suite's folder would be deployed from, and by whom it is to be ignored there. */
export interface DeploymentQuestion {
  /** The folder to be left out, relative to the project. */
  ignored: string;
  /** The folder of test modules, which decides whether it is. */
  modules: string;
}

/** What keeps the test modules out of deployments, and what somebody else has to do for that. */
export interface DeploymentPlan {
  changes: Change[];
  warnings: string[];
}

/**
 * Keeps the test modules out of every deployment: the server refuses to start with modules that one would ship
 * (spec 1, safety mechanism 4). Files above the repository are not ours to change.
 */
export function planDeployment(setup: Setup, question: DeploymentQuestion): DeploymentPlan {
  const { project, start } = setup;
  const main = dirname(join(project.folder, start.entry));
  const roots = findDeploymentRoots(join(project.folder, question.modules), main, project.folder);
  const changes = roots
    .filter((root) => contains(root, project.folder))
    .flatMap((root) => planRoot(root, setup, question));
  const isOurs = ({ file }: Change): boolean => contains(project.repository, file);
  return {
    changes: changes.filter(isOurs),
    warnings: changes
      .filter((change) => !isOurs(change))
      .map(({ file, what }) => `${file} is outside of the repository. Add there: ${what}.`),
  };
}

function planRoot(root: string, { project }: Setup, question: DeploymentQuestion): Change[] {
  const within = (path: string): string => toSlashes(relative(root, join(project.folder, path)));
  const known = listIgnoreFiles(root);
  const wanted: IgnoreFile[] =
    known.length > 0 ? known : [{ name: '.gcloudignore', kind: 'gcloud' }];
  return wanted
    .filter((file) => !excludesFolder(root, file, within(question.modules)))
    .map(({ name, kind }) => {
      const file = join(root, name);
      const before = readText(file);
      const ignored = within(question.ignored);
      // With a slash before it gcloud leaves out this folder only; to Docker every path begins there.
      const line = kind === 'gcloud' ? `/${ignored}/` : `${ignored}/`;
      const text = before ?? (kind === 'gcloud' ? gcloudDefault : undefined);
      return { ...appendLines(file, text, [line], `${line}, which is not deployed`), before };
    });
}

function contains(root: string, folder: string): boolean {
  const path = relative(root, folder);
  return path === '' || !path.startsWith('..');
}

/** After everything that is there: in ignore files the last rule wins. */
function appendLines(
  file: string,
  before: string | undefined,
  lines: readonly string[],
  what: string,
): Change {
  const text = before ?? '';
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  const after = `${text}${gap}${lines.map((line) => line + end).join('')}`;
  return { file, before, after, what };
}

function readText(file: string): string | undefined {
  return isFile(file) ? readFileSync(file, 'utf8') : undefined;
}
