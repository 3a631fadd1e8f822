import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type CopyTask, notBegun } from '../../../mirror/copy/tasks.js';
import { Journal } from '../../../mirror/state/journal.js';

const plan = { kind: 'Log', filter: undefined, limit: undefined, count: 9 };
const progress = { after: Buffer.from('k'), read: 5, written: 5, isDone: true };
const copy = { parameters: {}, maskKey: Buffer.from('key'), merge: false };

function createTask(): CopyTask {
  return { id: 0, plan, from: undefined, before: undefined, progress: notBegun() };
}

function inFolder(use: (file: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'app-test-journal-'));
  try {
    use(join(folder, '.app-test', 'mirror.jsonl'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a copy goes on from where it was, and not from where another one into the target was', () => {
  inFolder((file) => {
    const other = Journal.create(file, [createTask()], copy);
    const journal = Journal.create(file, [createTask(), { ...createTask(), id: 1 }], copy);
    other.record(createTask(), progress);
    journal.record({ ...createTask(), id: 1 }, progress);
    journal.close();
    other.close();

    const resumed = Journal.resume(file, {});

    expect(resumed.tasks.map((task) => task.progress.isDone)).toEqual([false, true]);
    resumed.close();
  });
});

test('a line that can not be read is copied again', () => {
  inFolder((file) => {
    Journal.create(file, [createTask()], copy).close();
    appendFileSync(file, '{"id":0,"rea\n');

    const resumed = Journal.resume(file, {});

    expect(resumed.tasks[0]!.progress.read).toBe(0);
    resumed.remove();
  });
});

test('the state of a complete copy may be gone already', () => {
  inFolder((file) => {
    const journal = Journal.create(file, [createTask()], copy);
    rmSync(file);
    expect(() => journal.remove()).not.toThrow();
  });
});
