import { Command } from 'commander';
import { version } from '../protocol/index.js';
import { datastoreCommand } from './commands/datastore.js';
import { doctorCommand } from './commands/doctor.js';
import { initCommand } from './commands/init.js';
import { mirrorCommand } from './commands/mirror.js';

/** The command `app-test`. Each of its commands loads what it needs when it runs. */
export function createProgram(): Command {
  return new Command('app-test')
    .description('Playwright tests against a real server on Google Cloud Datastore.')
    .version(version)
    .showHelpAfterError('(app-test --help shows what there is)')
    .addCommand(initCommand())
    .addCommand(datastoreCommand())
    .addCommand(doctorCommand())
    .addCommand(mirrorCommand());
}
