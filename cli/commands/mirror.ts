import { Command } from 'commander';
import type { MirrorOptions } from '../../mirror/options.js';
import { exitCodes } from '../exit-codes.js';

/** `app-test mirror`: copies data into a namespace of a test database. */
export function mirrorCommand(): Command {
  return new Command('mirror')
    .description('Copy data into a namespace of a test database. The source is only read.')
    .requiredOption('--project <id>', 'the project to copy from')
    .requiredOption('--target-namespace <name>', 'the namespace to copy into')
    .option('--source-database <name>', 'the database to copy from', '(default)')
    .option('--source-namespace <name>', 'the namespace to copy from', '')
    .option('--source-host <host:port>', "an emulator to copy from, instead of Google's Datastore")
    .option('--target-database <name>', 'the database to copy into', 'app-tests')
    .option('--target-project <id>', 'the project to copy into (default: the same)')
    .option('--target-host <host:port>', "an emulator to copy into, instead of Google's Datastore")
    .option('--data <folder>', "the embedded Datastore's folder to copy into, instead of a host")
    .option('--kind <kind...>', 'copy these kinds only')
    .option('--exclude <kind...>', 'never copy these kinds; * stands for any characters')
    .option(
      '--where <condition...>',
      "copy of a kind what this holds for: 'Kind: property > value'",
    )
    .option('--limit <number>', 'copy at most so many entities of each kind')
    .option('--mask <file>', 'a module that says what to make of personal data')
    .option('--merge', 'write into a namespace that is not empty')
    .option('--dry-run', 'show what would be copied, and write nothing')
    .option('--resume', 'go on with a copy that was interrupted')
    .option('--verify', 'compare source and target afterwards, entity by entity')
    .addHelpText('after', example)
    .action(async (options: MirrorOptions) => {
      const { mirrorAtTerminal } = await import('../mirror/mirror-at-terminal.js');
      process.exitCode = (await mirrorAtTerminal(options)) ? exitCodes.done : exitCodes.interrupted;
    });
}

const example = `
Example, from the live database into the namespace that APP_TEST=mirror starts a server in:
  $ app-test mirror --project my-shop --target-namespace mirror --kind Product --kind Category
It shows what would be copied and asks for a PIN.`;
