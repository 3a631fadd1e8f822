import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A test of this repository, by its own title. */
export interface ListedTest {
  title: string;
  /** Relative to the repository's root. */
  file: string;
}

interface JsonSuite {
  suites?: JsonSuite[];
  specs?: { title: string; file: string }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');

/**
 * Lists the tests as Playwright sees them, so that titles made in loops are there too.
 *
 * @throws when a test file does not load.
 */
export async function listTests(): Promise<ListedTest[]> {
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [playwright, 'test', '--list', '--reporter=json'],
    // Of a Playwright worker's environment this must know nothing.
    { cwd: root, env: { PATH, HOME }, maxBuffer: 64 * 2 ** 20 },
  );
  const report = JSON.parse(stdout) as { config: { rootDir: string }; suites: JsonSuite[] };
  const prefix = report.config.rootDir.slice(root.length);
  const found: ListedTest[] = [];
  const collect = ({ suites = [], specs = [] }: JsonSuite): void => {
    for (const { title, file } of specs)
      found.push({ title, file: `${prefix}/${file}`.replace(/^\//, '') });
    suites.forEach(collect);
  };
  report.suites.forEach(collect);
  return found;
}
