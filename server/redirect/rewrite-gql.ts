import type { CallScope } from './call-scope.js';
import { mapPartition } from './call-scope.js';
import { decoyOf } from './hidden-kinds.js';
import type { GqlQueryMessage } from './messages.js';

// Strings with doubled or escaped quotes, back-quoted names, words, anything else.
// https://cloud.google.com/datastore/docs/reference/gql_reference#grammar
const gqlToken =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`(?:[^`\\]|\\.|``)*`|[A-Za-z_$][\w$]*|\s+|[^]/g;

const partitionWords: ReadonlySet<string> = new Set([
  'PROJECT',
  'DATASET',
  'DATABASE',
  'NAMESPACE',
]);

/** The query with the partitions that its key literals spell out moved to the target. */
export function mapGqlPartitions(gql: GqlQueryMessage, scope: CallScope): GqlQueryMessage {
  const text = gql.queryString;
  if (typeof text !== 'string') return gql;
  const tokens = text.match(gqlToken) ?? [];
  const mapped = tokens.map((token, index) => {
    if (token.startsWith('`')) {
      return `\`${decoyOf(token.slice(1, -1))}\``;
    }
    if (!/^['"]/.test(token)) return token;
    const word = findPartitionWord(tokens, index);
    return word === undefined ? token : mapLiteral(word, token, scope);
  });
  const queryString = mapped.join('');
  return queryString === text ? gql : { ...gql, queryString };
}

/** `NAMESPACE` for the string in `KEY(NAMESPACE('x'), Kind, 1)`. */
function findPartitionWord(tokens: readonly string[], index: number): string | undefined {
  const before = tokens.slice(Math.max(0, index - 4), index).filter((token) => token.trim() !== '');
  const word = before.at(-2)?.toUpperCase();
  return before.at(-1) === '(' && word !== undefined && partitionWords.has(word) ? word : undefined;
}

function mapLiteral(word: string, literal: string, scope: CallScope): string {
  const quote = literal[0]!;
  const namespaceId = literal.slice(1, -1).replaceAll(quote + quote, quote);
  const partition = mapPartition(scope, { namespaceId });
  if (word === 'NAMESPACE') return `${quote}${partition.namespaceId}${quote}`;
  return `${quote}${word === 'DATABASE' ? partition.databaseId : partition.projectId}${quote}`;
}
