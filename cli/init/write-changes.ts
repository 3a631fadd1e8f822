import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { AppTestError } from '../../protocol/index.js';
import type { Change } from './plan/change.js';

/**
 * Writes every change, or none: what was written before one fails is taken back.
 *
 * @throws {AppTestError} `WRITE_FAILED`, naming the file.
 */
export function writeChanges(changes: readonly Change[]): void {
  const undos: (() => void)[] = [];
  for (const change of changes) {
    try {
      undos.push(...makeFolder(dirname(change.file)));
      undos.push(writeChange(change));
    } catch (cause) {
      for (const undo of undos.toReversed()) undo();
      throw new AppTestError({
        code: 'WRITE_FAILED',
        message: `${change.file} could not be written: ${(cause as Error).message}.`,
        next: 'Everything is as it was before. Mend that and run app-test init again.',
        cause,
      });
    }
  }
}

/** Makes a folder and those above it. Returns how to remove each again. */
function makeFolder(folder: string): (() => void)[] {
  if (existsSync(folder)) return [];
  const above = makeFolder(dirname(folder));
  mkdirSync(folder);
  return [...above, () => rmdirSync(folder)];
}

/** Writes beside the file, then moves: nobody ever reads half of it. Returns the undo. */
function writeChange({ file, before, after }: Change): () => void {
  if (before === undefined) {
    // Somebody may have made it meanwhile.
    writeFileSync(file, after, { flag: 'wx' });
    return () => rmSync(file);
  }
  const target = realpathSync(file);
  replace(target, after);
  return () => replace(target, before);
}

function replace(target: string, text: string): void {
  const scratch = `${target}.app-test-${process.pid}`;
  try {
    writeFileSync(scratch, text, { flag: 'wx' });
    chmodSync(scratch, statSync(target).mode);
    renameSync(scratch, target);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw error;
  }
}
