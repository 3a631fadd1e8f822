import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { DatastoreStartError } from '../errors.js';
import { findNearest } from '../nearest-name.js';
import type { IndexDefinition, IndexProperty } from './definition.js';

const ANCESTOR: Record<string, boolean> = { yes: true, no: false, true: true, false: false };
const DESCENDING: Record<string, boolean> = {
  asc: false,
  ascending: false,
  desc: true,
  descending: true,
};

/**
 * Reads the text of an index.yaml. `file` is its name in errors. Indexes for vector search are left out: no query here
 * uses them.
 *
 * @throws {DatastoreStartError} `INDEX_FILE_INVALID`, with the line.
 */
export function parseIndexes(text: string, file: string): IndexDefinition[] {
  return new IndexFile(text, file).parse();
}

class IndexFile {
  private readonly lines = new LineCounter();
  private readonly text: string;
  private readonly file: string;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  parse(): IndexDefinition[] {
    const document = parseDocument(this.text, { lineCounter: this.lines, prettyErrors: false });
    const [error] = document.errors;
    if (error !== undefined) {
      throw this.fail(error.pos[0], error.message.replace(/\.$/, ''));
    }
    const root = document.contents;
    if (root === null) return [];
    const fields = this.readMap(root, 'the file', ['indexes']);
    return this.readList(fields.get('indexes'), 'indexes').flatMap((node) => this.readIndex(node));
  }

  private readIndex(node: Node): IndexDefinition[] {
    const fields = this.readMap(node, 'an index', ['kind', 'ancestor', 'properties']);
    const properties = this.readList(fields.get('properties'), 'properties');
    const described = properties.map((property) => this.readProperty(property));
    const definition = {
      kind: this.readText(fields.get('kind'), 'kind', node),
      ancestor: this.readWord(fields.get('ancestor'), 'ancestor', ANCESTOR),
      properties: described.flatMap((property) => property ?? []),
    };
    return described.includes(undefined) ? [] : [definition];
  }

  /** Undefined: it is none that a query could use here. */
  private readProperty(node: Node): IndexProperty | undefined {
    const fields = this.readMap(node, 'a property', ['name', 'direction', 'mode', 'vectorConfig']);
    const name = this.readText(fields.get('name'), 'name', node);
    if (fields.has('mode') || fields.has('vectorConfig')) return undefined;
    return { name, descending: this.readWord(fields.get('direction'), 'direction', DESCENDING) };
  }

  private readMap(node: Node, what: string, known: readonly string[]): Map<string, Node> {
    if (!isMap(node)) throw this.fail(node, `${what} must be a mapping with ${known.join(', ')}`);
    const fields = new Map<string, Node>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (!known.includes(name)) {
        throw this.fail(
          isNode(key) ? key : node,
          `${what} has no field '${name}'. Did you mean '${findNearest(name, known)}'? Known fields: ${known.join(', ')}`,
        );
      }
      if (isNode(value) && !(isScalar(value) && value.value === null)) fields.set(name, value);
    }
    return fields;
  }

  private readList(node: Node | undefined, name: string): Node[] {
    if (node === undefined) return [];
    if (!isSeq(node)) throw this.fail(node, `${name} must be a list`);
    return node.items.filter((item) => isNode(item));
  }

  private readText(node: Node | undefined, name: string, parent: Node): string {
    if (node === undefined) throw this.fail(parent, `${name} is missing`);
    // As it is written: a kind may be called 007 or true.
    const text = isScalar(node) ? (typeof node.value === 'string' ? node.value : node.source) : '';
    if (text === undefined || text === '') throw this.fail(node, `${name} must be a text`);
    return text;
  }

  private readWord(node: Node | undefined, name: string, words: Record<string, boolean>): boolean {
    if (node === undefined) return false;
    const word = isScalar(node) ? String(node.value).toLowerCase() : '';
    const meaning = Object.hasOwn(words, word) ? words[word] : undefined;
    if (meaning !== undefined) return meaning;
    throw this.fail(
      node,
      `${name} is '${isScalar(node) ? String(node.value) : 'no word'}'; it must be one of ${Object.keys(words).join(', ')}`,
    );
  }

  private fail(place: Node | number, reason: string): DatastoreStartError {
    const offset = typeof place === 'number' ? place : (place.range?.[0] ?? 0);
    const { line } = this.lines.linePos(offset);
    return new DatastoreStartError(
      'INDEX_FILE_INVALID',
      `${this.file}, line ${line}: ${reason}. See https://cloud.google.com/datastore/docs/tools/indexconfig.`,
    );
  }
}
