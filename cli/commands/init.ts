import { Command, InvalidArgumentError, Option } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { type InitFlags, isPort, normalizeFolder, packageManagers } from '../init/options.js';

const examples = `
Examples:
  npx app-test init                        asks what it cannot find out
  npx app-test init --yes                  asks nothing
  npx app-test init apps/api --dry-run     shows what it would write for one package
  npx app-test init --entry src/server.ts --port 3000
`;

/** `app-test init`: writes a suite for the app in a folder. */
export function initCommand(): Command {
  return new Command('init')
    .summary('write a suite that passes for the app in this folder')
    .description(
      'Looks at the app in a folder, writes a Playwright suite that starts it in test mode, and installs what ' +
        'that needs. Never overwrites a file; a second run changes nothing.',
    )
    .argument('[folder]', 'the folder with the package.json of the app', '.')
    .option('--entry <file>', 'the file that starts the app')
    .option('--port <number>', 'the port that the app listens on in tests', parsePort)
    .addOption(
      new Option('--package-manager <name>', 'what installs packages').choices(packageManagers),
    )
    .addOption(
      new Option('--language <name>', 'what the suite is written in').choices(['ts', 'js']),
    )
    .option('--dir <folder>', "the suite's folder (default: testing)", parseFolder)
    .option('--in-code', 'set app-test up in the entry file, not by a preload')
    .option('-y, --yes', 'ask nothing: take the default, or fail')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--no-install', 'leave the install to you')
    .addHelpText('after', examples)
    .action(async (folder: string, flags: InitFlags) => {
      const { Cancelled, resolveInitOptions, runInit } = await import('../init/index.js');
      const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
      try {
        await runInit(folder, resolveInitOptions(flags, hasTerminal));
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
        process.stderr.write(`${error.message}\n`);
        process.exitCode = exitCodes.interrupted;
      }
    });
}

function parsePort(text: string): number {
  if (isPort(text)) return Number(text);
  throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
}

function parseFolder(text: string): string {
  const folder = normalizeFolder(text);
  if (folder !== undefined) return folder;
  throw new InvalidArgumentError('It takes the path of a folder inside the project.');
}
