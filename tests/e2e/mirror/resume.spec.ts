import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TerminalProgram } from '../../support/pseudo-terminal.js';
import { startDatastore } from '../../../datastore/index.js';
import { RawEntities } from '../../support/raw-entities.js';
import { expect, place, test, typePin } from './mirror-test.js';

const count = 3000;
/** So large that a copy reads some ten pages. */
const text = { blobValue: Buffer.alloc(14_000, 'a'), excludeFromIndexes: true };

test.beforeEach(async ({ source }) => {
  await source.write(
    Array.from({ length: count }, (_, index) => ({
      key: source.key('Log', index + 1),
      properties: { index: { integerValue: index }, text },
    })),
  );
});

test('a copy that is killed again and again is completed by --resume', async ({
  target,
  mirror,
  folder,
}) => {
  let kills = 0;
  for (let args: string[] = []; ; args = ['--resume']) {
    const program = mirror.start(...args, '--verify');
    await typePin(program);
    const wasKilled = kills < 4 && (await killSomewhere(program, folder));
    if (!wasKilled) {
      expect(await program.ended).toBe(0);
      expect(program.screen()).toContain('Compared 3,000 entities: all are the same.');
      break;
    }
    kills++;
  }
  expect(kills).toBeGreaterThan(0);
  expect(await countAll(target)).toBe(count);
  expect(findJournals(folder)).toEqual([]);
});

test('Ctrl-C says how to go on, and with other parameters there is no going on', async ({
  mirror,
  folder,
}) => {
  const program = mirror.start();
  await typePin(program);
  await waitForLines(program, folder, 5);
  program.type('\u0003');
  expect(await program.ended).toBe(130);
  expect(program.screen()).toContain('Run the same command with --resume to go on.');

  const other = await mirror.runDetached('--resume', '--limit', '5');
  expect(other.output).toContain('other parameters: limit was not given, is 5');
  expect(other.exitCode).toBe(1);

  const anew = await mirror.runDetached();
  expect(anew.output).toContain('--resume goes on with it');
  expect(anew.exitCode).toBe(1);

  const resumed = await mirror.copy('--resume', '--verify');
  expect(resumed.screen).toContain('all are the same');
  expect(resumed.exitCode).toBe(0);
});

test('a copy whose target has lost what was copied is not gone on with', async ({
  mirror,
  folder,
}) => {
  const data = join(folder, 'data');
  const program = mirror.start('--data', data);
  await typePin(program);
  await waitForLines(program, folder, 5);
  program.type('\u0003');
  expect(await program.ended).toBe(130);
  rmSync(data, { recursive: true });

  const datastore = await startDatastore({ data });
  const lost = new RawEntities({ address: datastore.address, ...place });
  await lost.write([{ key: lost.key('Log', 'another'), properties: {} }]);
  await lost.close();
  await datastore.stop();

  const resumed = await mirror.copy('--data', data, '--resume');

  expect(resumed.screen).toContain('The target has lost what was copied before the interruption');
  expect(resumed.exitCode).toBe(1);
});

test('a copy that merges still does when it is gone on with, and tells what it leaves out', async ({
  source,
  target,
  mirror,
  folder,
}) => {
  await target.write([{ key: target.key('Log', 'was there'), properties: {} }]);
  const program = mirror.start('--merge');
  await typePin(program);
  await waitForLines(program, folder, 5);
  program.type('\u0003');
  expect(await program.ended).toBe(130);
  await source.write([{ key: source.key('Customer', 'new'), properties: {} }]);

  const resumed = await mirror.copy('--resume', '--verify');

  expect(resumed.screen).toContain('Customer is not copied');
  expect(resumed.screen).toContain('Compared 3,000 entities: all are the same.');
  expect(resumed.exitCode).toBe(0);
});

test('without an interrupted copy there is nothing to resume', async ({ mirror }) => {
  const { exitCode, output } = await mirror.runDetached('--resume');
  expect(output).toContain('There is no interrupted copy into this target to resume');
  expect(exitCode).toBe(1);
});

test('--verify names what differs, and what only the target has', async ({
  target,
  mirror,
  folder,
}) => {
  const program = mirror.start();
  await typePin(program);
  await waitForLines(program, folder, 5);
  program.type('\u0003');
  await program.ended;
  // All that has arrived: what was not yet recorded as copied is copied again.
  const copied = await target.read('Log');
  const changed = copied.map(({ key }) => ({ key, properties: {} }));
  await target.write([...changed, { key: target.key('Log', 'of-the-target'), properties: {} }]);

  const { exitCode, screen } = await mirror.copy('--resume', '--verify');
  expect(screen).toMatch(/differ: 0 missing, [1-9]\d* different, 1 in the target only\./);
  expect(screen).toContain('is different');
  expect(exitCode).toBe(1);
});

/** Kills a copy after a random number of pages; false if it ended before. */
async function killSomewhere(program: TerminalProgram, folder: string): Promise<boolean> {
  if (!(await waitForLines(program, folder, randomInt(1, 12)))) return false;
  program.kill('SIGKILL');
  await program.ended;
  return findJournals(folder).length > 0;
}

/** Waits until so many more lines are in the copy's journal; false if it ended before. */
async function waitForLines(
  program: TerminalProgram,
  folder: string,
  lines: number,
): Promise<boolean> {
  const state = { hasEnded: false };
  void program.ended.then(() => (state.hasEnded = true));
  const before = countLines(folder);
  while (!state.hasEnded && countLines(folder) < before + lines) await sleep(1);
  return !state.hasEnded;
}

function countLines(folder: string): number {
  const [journal] = findJournals(folder);
  try {
    return journal === undefined ? 0 : readFileSync(journal, 'utf8').split('\n').length;
  } catch {
    return 0;
  }
}

function findJournals(folder: string): string[] {
  try {
    return readdirSync(join(folder, '.app-test'))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(folder, '.app-test', name));
  } catch {
    return [];
  }
}

async function countAll(target: RawEntities): Promise<number> {
  return (await target.read('Log')).length;
}
