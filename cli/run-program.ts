import { type Command, CommanderError } from 'commander';
import { isAppTestError } from '../protocol/index.js';
import { exitCodes } from './exit-codes.js';

/** Runs a program to its end. Returns the exit code: a failure is told on stderr, in plain words. */
export async function runProgram(program: Command, argv: readonly string[]): Promise<number> {
  exitOnlyHere(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    // Commander has printed what it has to say.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    process.stderr.write(`${describe(error)}\n`);
    return exitCodes.failed;
  }
  return Number(process.exitCode ?? exitCodes.done);
}

function exitOnlyHere(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) exitOnlyHere(child);
}

/** Our errors say what to do; any other is a fault whose stack somebody needs. */
function describe(error: unknown): string {
  if (isAppTestError(error) || isDatastoreStartError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The embedded Datastore imports nothing of ours, so it has an error of its own. */
function isDatastoreStartError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'DatastoreStartError';
}
