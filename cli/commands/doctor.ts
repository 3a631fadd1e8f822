import { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';

interface GivenOptions {
  url?: string;
  config?: string;
  json?: true;
}

/** `app-test doctor`: what goes wrong in practice, and how to mend it. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Look for what goes wrong in practice, here and on the server, and say how to mend it.',
    )
    .option(
      '--url <url>',
      'the server; else what the Playwright configuration or APP_TEST_URL names',
    )
    .option('--config <file>', 'the Playwright configuration; else that of this folder')
    .option('--json', 'print the findings as JSON')
    .allowExcessArguments(false)
    .addHelpText('after', help)
    .action(async ({ json, ...options }: GivenOptions) => {
      const { diagnose } = await import('../doctor/diagnose.js');
      const { countResults, renderJson, renderText } = await import('../doctor/render.js');
      const diagnosis = await diagnose(process.cwd(), options);
      const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
      process.stdout.write(json ? renderJson(diagnosis) : renderText(diagnosis, isColoured));
      if (countResults(diagnosis).failure > 0) process.exitCode = exitCodes.failed;
    });
}

const help = `
It changes nothing: of the server it asks its status, in a session of its own that it ends again.
Exit code 1 if anything failed; warnings do not count.

Examples:
  $ app-test doctor
  $ app-test doctor --url http://localhost:8080
  $ app-test doctor --json | jq '.findings[] | select(.result == "failure")'
`;
