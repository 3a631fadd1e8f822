import { type IPty, spawn } from '@lydell/node-pty';
import { command, expect, manifest, plainEnvironment, test as base } from './init-test.js';

/** `app-test init` in a terminal. */
interface Terminal {
  /** What the terminal has shown, without its control sequences. */
  shown: () => string;
  /** Waits for a text that comes after everything awaited before. */
  waitFor: (text: string) => Promise<void>;
  type: (keys: string) => void;
  ended: Promise<number>;
}

const enter = '\r';
const down = '\u001B[B';
const interrupt = '\u0003';

const test = base.extend<{ openTerminal: (folder: string, ...args: string[]) => Terminal }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern here
  openTerminal: async ({}, use) => {
    const open: { pty: IPty; ended: Promise<number> }[] = [];
    await use((folder, ...args) => {
      const pty = spawn(process.execPath, [command, 'init', '--no-install', ...args], {
        name: 'xterm-256color',
        cols: 120,
        rows: 40,
        cwd: folder,
        env: plainEnvironment(),
      });
      const terminal = watch(pty);
      open.push({ pty, ended: terminal.ended });
      return terminal;
    });
    for (const { pty, ended } of open) {
      pty.kill('SIGKILL');
      await ended;
    }
  },
});

test('it asks which file starts the app, and nothing that it knows', async ({
  makeProject,
  openTerminal,
}) => {
  const project = makeProject({
    'package.json': manifest(),
    'package-lock.json': '{}',
    'server.js': 'app.listen(4000);\n',
    'src/app.js': 'app.listen(process.env.PORT ?? 5000);\n',
  });

  const terminal = openTerminal(project.folder);
  await terminal.waitFor('Which file starts the app?');
  await terminal.waitFor('src/app.js');
  terminal.type(down + enter);

  expect(await terminal.ended).toBe(0);
  expect(terminal.shown()).toContain('src/app.js (your answer)');
  expect(terminal.shown()).not.toContain('Which package manager');
  expect(terminal.shown()).not.toContain('On which port');
  expect(project.read('playwright.config.js')).toContain('http://localhost:5100');
});

test('it asks for file, port and package manager where it finds none of them', async ({
  makeProject,
  openTerminal,
}) => {
  const project = makeProject({
    'package.json': manifest(),
    'web/start.js': `import { settings } from './settings.js';\n`,
  });

  const terminal = openTerminal(project.folder);
  await terminal.waitFor('Which file starts the app?');
  terminal.type('nowhere.js' + enter);
  await terminal.waitFor('There is no such file.');
  terminal.type('\u0015web/start.js' + enter);
  await terminal.waitFor('On which port does the app listen?');
  terminal.type('99999' + enter);
  await terminal.waitFor('A number from 1 to 65535.');
  terminal.type('\u00154711' + enter);
  await terminal.waitFor('Which package manager do you use?');
  terminal.type(down + enter);

  expect(await terminal.ended, terminal.shown()).toBe(0);
  expect(terminal.shown()).toContain('web/start.js (your answer)');
  expect(terminal.shown()).toContain('pnpm exec playwright install chromium');
  expect(project.read('playwright.config.js')).toContain('http://localhost:4711');
});

test('of a workspace it asks which package is the app', async ({ makeProject, openTerminal }) => {
  const scripts = { start: 'node server.js' };
  const project = makeProject({
    'package.json': { name: 'all', private: true, workspaces: ['apps/*'] },
    'package-lock.json': '{}',
    'apps/one/package.json': manifest({ scripts }),
    'apps/one/server.js': 'app.listen(4000);\n',
    'apps/two/package.json': manifest({ scripts }),
    'apps/two/server.js': 'app.listen(4000);\n',
  });

  const terminal = openTerminal(project.folder);
  await terminal.waitFor('Which package is the app?');
  await terminal.waitFor('apps/two');
  terminal.type(down + enter);

  expect(await terminal.ended).toBe(0);
  expect(project.has('apps/two/playwright.config.js')).toBe(true);
  expect(project.has('apps/one/playwright.config.js')).toBe(false);
});

test('Ctrl+C at a question writes nothing, and ends with 130', async ({
  makeProject,
  openTerminal,
}) => {
  const project = makeProject({ 'package.json': manifest(), 'package-lock.json': '{}' });
  const before = project.readAll();

  const terminal = openTerminal(project.folder);
  await terminal.waitFor('Which file starts the app?');
  terminal.type(interrupt);

  expect(await terminal.ended).toBe(130);
  expect(terminal.shown()).toContain('Cancelled. Nothing was written.');
  expect(project.readAll()).toEqual(before);
});

test('--yes asks nothing at a terminal either', async ({ makeProject, openTerminal }) => {
  const project = makeProject({
    'package.json': manifest(),
    'server.js': 'app.listen(settings.port);\n',
    'app.js': 'app.listen(settings.port);\n',
  });

  const terminal = openTerminal(project.folder, '--yes');

  expect(await terminal.ended).toBe(0);
  expect(terminal.shown()).not.toContain('?');
  expect(terminal.shown()).toContain('server.js (its name)');
});

function watch(pty: IPty): Terminal {
  let raw = '';
  let seen = 0;
  const waiting = new Set<() => void>();
  // oxlint-disable-next-line no-control-regex -- a terminal is told what to do by control characters
  const shown = (): string => raw.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, '');
  pty.onData((text) => {
    raw += text;
    for (const look of waiting) look();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => resolve(exitCode));
  });
  return {
    shown,
    type: (keys) => pty.write(keys),
    ended,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const at = shown().indexOf(text, seen);
          if (at === -1) return;
          seen = at + text.length;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} before it showed '${text}':\n${shown()}`)),
        );
      }),
  };
}
