import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const serverFile = fileURLToPath(new URL('examples/shop/app/server.js', root));
const testModules = fileURLToPath(new URL('examples/shop/testing/modules', root));

/** The example shop, running in a process of its own. */
export interface Shop {
  url: string;
  /** Resolves when the process has ended, to its exit code. */
  ended: Promise<number>;
  /** Asks the process to end, and waits for it. */
  stop(): Promise<void>;
}

/**
 * Starts the shop as a team would start theirs: `node --import app-test/register server.js`.
 *
 * @throws when the shop ended before it was open.
 */
export async function startShop(env: NodeJS.ProcessEnv): Promise<Shop> {
  const endWithParent = fileURLToPath(new URL('scripts/end-with-parent.js', root));
  const child = spawn(
    process.execPath,
    ['--import', endWithParent, '--import', 'app-test/register', serverFile],
    {
      // The preload's name is looked up from the working directory.
      cwd: fileURLToPath(root),
      env: { APP_TEST_MODULES: testModules, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
      // Ctrl-C in a terminal reaches a whole group; the shop has to outlive its tests.
      detached: true,
    },
  );
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? 1);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const opened = new Promise<string>((resolve) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      output += text;
      const url = /is open at (\S+)\n/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([opened, ended]);
  if (typeof url === 'number') {
    throw new Error(`The shop ended with exit code ${url} before it was open.`);
  }
  return { url, ended, stop };
}
