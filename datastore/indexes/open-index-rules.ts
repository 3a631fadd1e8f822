import { readFileSync } from 'node:fs';
import { DatastoreStartError } from '../errors.js';
import type { IndexDefinition } from './definition.js';
import { IndexRecorder } from './index-recorder.js';
import { IndexRules } from './index-rules.js';
import { parseIndexes } from './parse-indexes.js';

/**
 * The rules for composite indexes that two files stand for: the one that lists what there is, and the one to which what
 * is needed is added. Both may be the same.
 */
export function openIndexRules(
  indexes: string | undefined,
  writeIndexes: string | undefined,
): IndexRules {
  // First: writing may make the file that is read.
  const recorder = writeIndexes === undefined ? undefined : new IndexRecorder(writeIndexes);
  return new IndexRules(indexes === undefined ? undefined : readIndexes(indexes), recorder);
}

function readIndexes(file: string): IndexDefinition[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new DatastoreStartError(
      'INDEX_FILE_UNUSABLE',
      `indexes: cannot read ${file}: ${(error as Error).message}. Name an index.yaml, or begin one with writeIndexes.`,
      error,
    );
  }
  return parseIndexes(text, file);
}
