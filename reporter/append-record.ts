import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from './run-record.js';

/**
 * Appends a run to the folder's `runs.jsonl` and returns the file's path. One write of one line: runs
 * that end at the same time do not tear each other's.
 */
export function appendRecord(folder: string, record: RunRecord): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'runs.jsonl');
  appendFileSync(file, `${JSON.stringify(record)}\n`);
  return file;
}
