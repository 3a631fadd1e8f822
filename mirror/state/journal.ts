import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppTestError } from '../../protocol/index.js';
import { type CopyTask, notBegun, type TaskProgress } from '../copy/tasks.js';

/** What decides what a copy copies. A copy is resumed with the same parameters only. */
export type MirrorParameters = Record<string, unknown>;

interface Header {
  version: 1;
  parameters: MirrorParameters;
  /** What pseudonyms are made with, so that a resumed copy makes the same. */
  maskKey: string;
  /** Whether the target held data of its own. */
  merge?: boolean;
  tasks: StoredTask[];
}

interface NewCopy {
  parameters: MirrorParameters;
  maskKey: Uint8Array;
  merge: boolean;
}

type StoredTask = Pick<CopyTask, 'id' | 'plan'> & { from?: string; before?: string };
type StoredProgress = {
  id: number;
  after?: string;
  read: number;
  written: number;
  done: boolean;
};

const folder = '.app-test';

/** The file that a copy into a target keeps its state in: one for each target. */
export function findJournal(targetIdentity: string): string {
  const hash = createHash('sha256').update(targetIdentity).digest('hex').slice(0, 12);
  return join(process.cwd(), folder, `mirror-${hash}.jsonl`);
}

/** The state of a copy, on disk: what it is made of, then a line for each page that has arrived. */
export class Journal {
  readonly maskKey: Buffer;
  readonly isMerge: boolean;
  readonly tasks: CopyTask[];
  readonly #file: string;
  readonly #descriptor: number;

  private constructor(file: string, header: Header, tasks: CopyTask[], descriptor: number) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.tasks = tasks;
    this.maskKey = Buffer.from(header.maskKey, 'base64');
    this.isMerge = header.merge === true;
  }

  /** Begins the journal of a new copy. */
  static create(file: string, tasks: CopyTask[], { parameters, maskKey, merge }: NewCopy): Journal {
    mkdirSync(dirname(file), { recursive: true });
    // It holds keys of live data: nothing for a repository.
    writeFileSync(join(dirname(file), '.gitignore'), '*\n');
    const header: Header = {
      version: 1,
      parameters,
      maskKey: Buffer.from(maskKey).toString('base64'),
      merge,
      tasks: tasks.map(storeTask),
    };
    // Another copy that still writes its own goes on in a file that is nobody's.
    rmSync(file, { force: true });
    const descriptor = openSync(file, 'a', 0o600);
    writeSync(descriptor, `${JSON.stringify(header)}\n`);
    fsyncSync(descriptor);
    return new Journal(file, header, tasks, descriptor);
  }

  /**
   * Refuses to resume a copy that is none, or was another one.
   *
   * @throws {AppTestError} `MIRROR_STATE`.
   */
  static check(file: string, parameters: MirrorParameters): void {
    refuseOtherParameters(readJournal(file).header.parameters, parameters);
  }

  /**
   * Opens the journal of an interrupted copy.
   *
   * @throws {AppTestError} `MIRROR_STATE`.
   */
  static resume(file: string, parameters: MirrorParameters): Journal {
    Journal.check(file, parameters);
    const { header, lines, end } = readJournal(file);
    // A line that was cut off is removed, so that the next does not join it.
    truncateSync(file, end);
    const tasks = header.tasks.map(loadTask);
    for (const line of lines) {
      const stored = parseProgress(line);
      if (stored === undefined) continue;
      const { id, after, read, written, done } = stored;
      tasks[id]!.progress = { after: fromText(after), read, written, isDone: done };
    }
    return new Journal(file, header, tasks, openSync(file, 'a', 0o600));
  }

  /** Notes how far a task is. The line is with the operating system when this returns: it survives the process. */
  record({ id }: CopyTask, { after, read, written, isDone }: TaskProgress): void {
    const line: StoredProgress = { id, ...toText({ after }), read, written, done: isDone };
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
  }

  /** Lets go of the file, which stays for `--resume`. */
  close(): void {
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }

  /** Removes the file: the copy is complete. */
  remove(): void {
    closeSync(this.#descriptor);
    rmSync(this.#file, { force: true });
  }
}

/** A line that can't be read is nothing lost: what it tells of is copied again. */
function parseProgress(line: string): StoredProgress | undefined {
  try {
    return JSON.parse(line) as StoredProgress;
  } catch {
    return undefined;
  }
}

/** What was written to its end, and where that is. */
function readJournal(file: string): { header: Header; lines: string[]; end: number } {
  if (!existsSync(file)) {
    throw new AppTestError({
      code: 'MIRROR_STATE',
      message: `There is no interrupted copy into this target to resume (looked for ${file}).`,
      next: 'Leave --resume out, or run it in the folder that the copy was started in.',
    });
  }
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const [first, ...lines] = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  try {
    const header = JSON.parse(first ?? '') as Header;
    if (header.version === 1) return { header, lines, end };
  } catch {
    // Reported below, with what was found.
  }
  throw new AppTestError({
    code: 'MIRROR_STATE',
    message: `The state of the interrupted copy in ${file} can't be read.`,
    next: 'Copy again with --merge.',
  });
}

function refuseOtherParameters(before: MirrorParameters, now: MirrorParameters): void {
  const different = Object.keys({ ...before, ...now }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  if (different.length === 0) return;
  const list = different.map(
    (name) =>
      `${name} was ${JSON.stringify(before[name]) ?? 'not given'}, is ${JSON.stringify(now[name]) ?? 'not given'}`,
  );
  throw new AppTestError({
    code: 'MIRROR_STATE',
    message: `The interrupted copy had other parameters: ${list.join('; ')}.`,
    next: 'Resume with the same ones, or begin anew with --merge instead of --resume.',
    details: { different },
  });
}

function storeTask({ id, plan, from, before }: CopyTask): StoredTask {
  return { id, plan, ...toText({ from, before }) };
}

function loadTask({ id, plan, from, before }: StoredTask): CopyTask {
  const { filter, limit } = plan;
  return {
    id,
    plan: { ...plan, filter, limit },
    from: fromText(from),
    before: fromText(before),
    progress: notBegun(),
  };
}

function toText<K extends string>(parts: Record<K, Uint8Array | undefined>): { [P in K]?: string } {
  const entries = Object.entries<Uint8Array | undefined>(parts).flatMap(([name, bytes]) =>
    bytes === undefined ? [] : [[name, Buffer.from(bytes).toString('base64')]],
  );
  return Object.fromEntries(entries) as { [P in K]?: string };
}

function fromText(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}
