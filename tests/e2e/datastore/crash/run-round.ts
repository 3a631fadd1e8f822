import { type RunningScript, startScript } from '../../../support/start-script.js';
import { Database } from './database.js';
import { applyOperation, EMPTY, type Operation, type Round, type State } from './operations.js';
import { Turnstile } from './turnstile.js';

/** What must be there after the process was killed. */
export interface Expected {
  states: State[];
  shared: number;
  /** The latest version that a commit was told. */
  version: number;
  /** By writer: what it had asked for and was not answered. */
  unanswered: (Operation | undefined)[];
}

/** Starts the command on a data folder, as a user does. */
export async function startServer(
  data: string,
  limits: { fileBlocks?: number } = {},
): Promise<{ script: RunningScript; database: Database }> {
  const args = ['datastore', '--port', '0', '--data', data];
  const script = startScript('dist/cli/main.js', { args, ...limits });
  const address = await script.printed(/^export DATASTORE_EMULATOR_HOST=(\S+)$/m);
  return { script, database: new Database(address) };
}

/** Lets all writers write at once, kills the process in their midst, and says what it had acknowledged. */
export async function runRound(
  { script, database }: Awaited<ReturnType<typeof startServer>>,
  { writers, acknowledged, longer }: Round,
  before: Expected,
): Promise<Expected> {
  const expected = {
    ...before,
    states: [...before.states],
    unanswered: writers.map(() => undefined),
  } as Expected;
  const turnstile = new Turnstile();
  let left = acknowledged;
  let killed: Promise<unknown> | undefined;
  const kill = (): Promise<unknown> => (killed ??= script.stop('SIGKILL'));

  const perform = async (writer: number, operation: Operation): Promise<void> => {
    if (killed !== undefined) return;
    expected.unanswered[writer] = operation;
    const version = await database.perform(writer, operation);
    if (version > 0 && version <= before.version) throw new Error(`version ${version} went back`);
    expected.unanswered[writer] = undefined;
    acknowledge(expected, writer, operation, version);
    left--;
    if (left === 0) setTimeout(() => void kill(), longer);
  };
  const write = async (operations: Operation[], writer: number): Promise<void> => {
    for (const operation of operations) {
      const work = (): Promise<void> => perform(writer, operation);
      try {
        if (operation.type === 'reset') await turnstile.exclusively(work);
        else await turnstile.together(work);
      } catch (error) {
        if (killed === undefined) throw error;
        return;
      }
    }
  };
  try {
    await Promise.all(writers.map(write));
  } finally {
    await kill();
    await database.close();
  }
  return expected;
}

function acknowledge(
  expected: Expected,
  writer: number,
  operation: Operation,
  version: number,
): void {
  expected.version = Math.max(expected.version, version);
  if (operation.type === 'share') expected.shared++;
  if (operation.type === 'reset') {
    expected.shared = 0;
    expected.states = expected.states.map(() => EMPTY);
    return;
  }
  expected.states[writer] = applyOperation(expected.states[writer]!, operation);
}
