import { Command, InvalidArgumentError } from 'commander';
import { exitCodes } from '../exit-codes.js';

const EXAMPLE = `
Example:
  $ npx app-test datastore --port 8081 --project my-project
  export DATASTORE_EMULATOR_HOST=127.0.0.1:8081
  export DATASTORE_PROJECT_ID=my-project

Set the two variables where your application starts; its Datastore client needs nothing else.
Plain HTTP on the same port:
  $ curl http://127.0.0.1:8081/                  says Ok once it is ready
  $ curl -X POST http://127.0.0.1:8081/reset     forgets everything

Ctrl+C or SIGTERM stops it, with exit code ${exitCodes.done}.`;

/** `app-test datastore`: an embedded Datastore in a process of its own. */
export function datastoreCommand(): Command {
  return new Command('datastore')
    .description('Run a local Datastore: no Java, no gcloud.')
    .option('-p, --port <port>', 'the port to listen on; 0 takes a free one', parsePort, 8081)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--project <id>', 'the project of requests that name none', 'app-test-local')
    .option('--data <folder>', 'keep the data in this folder, instead of in memory only')
    .option(
      '--indexes <file>',
      'refuse what lacks its composite index in this index.yaml, as production does',
    )
    .option('--write-indexes <file>', 'add the composite indexes that queries need to this file')
    .allowExcessArguments(false)
    .addHelpText('after', EXAMPLE)
    .action(async ({ project: projectId, ...options }: Options) => {
      const { runDatastore } = await import('../datastore/run-datastore.js');
      await runDatastore({ ...options, projectId });
    });
}

interface Options {
  port: number;
  host: string;
  project: string;
  data?: string;
  indexes?: string;
  writeIndexes?: string;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}
