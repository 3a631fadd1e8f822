import pLimit from 'p-limit';
import { AppTestError, findNearestName, quoteValue } from '../../protocol/index.js';
import type { MirrorSelection } from '../options.js';
import type { Connection } from '../rpc/connection.js';
import type { FilterMessage, QueryMessage } from '../rpc/messages.js';
import { countEntities } from './count.js';
import type { Exclusions } from './exclusions.js';
import { listKinds } from './list-kinds.js';

/** What of a kind is copied. */
export interface KindPlan {
  kind: string;
  filter: FilterMessage | undefined;
  limit: number | undefined;
  /** How many entities that is, when they were counted. */
  count: number;
}

/** What is copied, and what is left out and why. */
export interface Plan {
  kinds: KindPlan[];
  excluded: { kind: string; pattern: string }[];
}

const countsAtOnce = 8;

/**
 * Finds out what there is to copy.
 *
 * @throws {AppTestError} `MIRROR_KIND_UNKNOWN` or `MIRROR_KIND_EXCLUDED`.
 */
export async function planCopy(
  source: Connection,
  selection: MirrorSelection,
  exclusions: Exclusions,
  signal: AbortSignal,
): Promise<Plan> {
  const named = selection.kinds;
  const found = named ?? (await findKinds(source, signal));
  const excluded = found.flatMap((kind) => {
    const pattern = exclusions.findFor(kind);
    return pattern === undefined ? [] : [{ kind, pattern }];
  });
  if (named !== undefined && excluded[0] !== undefined) refuseExcluded(excluded[0]);
  const kinds = found.filter((kind) => !excluded.some((other) => other.kind === kind));
  refuseStrayConditions(selection, kinds);
  const limit = pLimit(countsAtOnce);
  const plans = kinds.toSorted().map((kind) =>
    limit(async () => {
      const part = { kind, filter: selection.filters.get(kind), limit: selection.limit };
      return { ...part, count: await countEntities(source, queryOf(part), signal) };
    }),
  );
  return { kinds: await Promise.all(plans), excluded };
}

/** The query that finds what of a kind is copied. */
export function queryOf({ kind, filter, limit }: Omit<KindPlan, 'count'>): QueryMessage {
  return {
    kind: [{ name: kind }],
    ...(filter && { filter }),
    ...(limit !== undefined && { limit: { value: limit } }),
  };
}

async function findKinds(source: Connection, signal: AbortSignal): Promise<string[]> {
  const none = (cause?: unknown): AppTestError =>
    new AppTestError({
      code: 'MIRROR_KIND_UNKNOWN',
      message:
        'The source lists no kinds: either its namespace is empty, or it is an emulator that cannot list them (the Firestore emulator cannot).',
      next: 'Name the kinds: --kind Customer --kind Order.',
      cause,
    });
  const kinds = await listKinds(source, signal);
  if (kinds.length === 0) throw none();
  return kinds;
}

function refuseExcluded({ kind, pattern }: { kind: string; pattern: string }): never {
  throw new AppTestError({
    code: 'MIRROR_KIND_EXCLUDED',
    message: `--kind ${quoteValue(kind)} is never copied: the exclusion ${quoteValue(pattern)} holds for it.`,
    next: 'Leave it out. Exclusions can be added to, not taken away.',
    details: { kind, pattern },
  });
}

function refuseStrayConditions({ filters }: MirrorSelection, kinds: readonly string[]): void {
  for (const kind of filters.keys()) {
    if (kinds.includes(kind)) continue;
    const nearest = findNearestName(kind, kinds);
    throw new AppTestError({
      code: 'MIRROR_KIND_UNKNOWN',
      message: `--where is about the kind ${quoteValue(kind)}, which is not copied.`,
      next: `${nearest === undefined ? '' : `Did you mean ${quoteValue(nearest)}? `}Copied are: ${kinds.join(', ')}.`,
    });
  }
}
