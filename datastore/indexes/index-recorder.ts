import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type Document, isMap, isSeq, parseDocument, Scalar, YAMLSeq } from 'yaml';
import { DatastoreStartError } from '../errors.js';
import type { IndexDefinition } from './definition.js';
import { isPlain } from './format-index.js';
import { isServed } from './is-served.js';
import { recommendIndex, type IndexNeed } from './list-needs.js';
import { parseIndexes } from './parse-indexes.js';

/** Writes down the composite indexes that queries needed, beside those that the file has already. */
export class IndexRecorder {
  private readonly file: string;
  private readonly met = new Set<string>();

  /** @throws {DatastoreStartError} `INDEX_FILE_INVALID` if there is such a file and it is no index.yaml. */
  constructor(file: string) {
    // A link stays one: what it points to is replaced.
    this.file = existsSync(file) ? realpathSync(file) : file;
    const text = this.read();
    parseIndexes(text, file);
    this.write(text);
  }

  /** Adds what is needed to the file, unless the indexes there serve it. */
  record(need: IndexNeed): void {
    const identity = JSON.stringify(need);
    if (this.met.has(identity)) return;
    // Read anew: somebody may have edited it meanwhile, or another process writes to it.
    const text = this.read();
    const isKnown = isServed(need, parseIndexes(text, this.file));
    if (!isKnown) this.write(addIndex(text, recommendIndex(need)));
    this.met.add(identity);
  }

  private read(): string {
    try {
      return readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'indexes: []\n';
      throw this.failed('read', error);
    }
  }

  /** A reader, or a process that is killed, sees the old file or the new one, never half of one. */
  private write(text: string): void {
    const temporary = `${this.file}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, this.file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw this.failed('write', error);
    }
  }

  private failed(what: string, error: unknown): DatastoreStartError {
    return new DatastoreStartError(
      'INDEX_FILE_UNUSABLE',
      `writeIndexes: cannot ${what} ${this.file}: ${(error as Error).message}. Name a file in a folder that exists.`,
      error,
    );
  }
}

/** The text with one more index; comments stay. */
function addIndex(text: string, { kind, ancestor, properties }: IndexDefinition): string {
  const document: Document = parseDocument(text);
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
  const known = document.get('indexes');
  const indexes = isSeq(known) ? known : new YAMLSeq();
  if (indexes !== known) document.set('indexes', indexes);
  indexes.flow = false;
  indexes.add(
    document.createNode({
      kind: toScalar(kind),
      ...(ancestor && { ancestor: 'yes' }),
      properties: properties.map(({ name, descending }) => ({
        name: toScalar(name),
        ...(descending && { direction: 'desc' }),
      })),
    }),
  );
  return document.toString({ lineWidth: 0, indentSeq: isIndented(text) });
}

function toScalar(name: string): Scalar {
  const scalar = new Scalar(name);
  if (!isPlain(name)) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/** Whether the entries of lists are indented in a file. */
function isIndented(text: string): boolean {
  return /^indexes:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]+-/m.test(text);
}
