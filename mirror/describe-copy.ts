import { hideControls, quoteValue } from '../protocol/index.js';
import type { Mask } from './mask/mask.js';
import type { ResolvedMirrorOptions } from './options.js';
import { describePlace } from './places/place.js';
import type { Exclusions } from './plan/exclusions.js';
import type { Plan } from './plan/plan.js';

/** What is copied where, for the person who is asked for the PIN. */
export function describeCopy(
  options: ResolvedMirrorOptions,
  plan: Plan,
  exclusions: Exclusions,
  mask: Mask,
): string {
  const { source, target, data, merge, resume } = options;
  const width = Math.max(...plan.kinds.map(({ kind }) => kind.length), 0);
  const total = plan.kinds.reduce((sum, { count }) => sum + count, 0);
  const server = data === undefined ? undefined : `embedded Datastore in ${data}`;
  return [
    `  from ${describePlace(source)} (only read)`,
    `  into ${describePlace(target, server)}`,
    '',
    ...plan.kinds.map(
      ({ kind, count }) => `  ${hideControls(kind).padEnd(width)}  ${count.toLocaleString('en')}`,
    ),
    `  ${'total'.padEnd(width)}  ${total.toLocaleString('en')}`,
    ...plan.excluded.map(
      ({ kind, pattern }) => `  ${hideControls(kind)}: not copied (exclusion ${pattern})`,
    ),
    ...describeUnusedExclusions(options, plan, exclusions),
    ...describeMask(options, plan, mask),
    ...(merge ? ['  The target may hold data: entities of the same key are written over.'] : []),
    ...(resume ? ['  The interrupted copy goes on.'] : []),
  ].join('\n');
}

/** What somebody meant to keep out, and is copied by another name. */
function describeUnusedExclusions(
  { selection }: ResolvedMirrorOptions,
  { kinds, excluded }: Plan,
  exclusions: Exclusions,
): string[] {
  // Named kinds are copied or refused: there is nothing to be mistaken about.
  if (selection.kinds !== undefined) return [];
  return exclusions
    .listUnused([...kinds, ...excluded].map(({ kind }) => kind))
    .map((pattern) => `  exclusion ${quoteValue(pattern)}: holds for none of these kinds`);
}

function describeMask(options: ResolvedMirrorOptions, { kinds }: Plan, mask: Mask): string[] {
  const unknown = Object.keys(mask).filter(
    (name) => name !== '*' && !kinds.some(({ kind }) => kind === name),
  );
  return [
    ...(options.mask === undefined ? [] : [`  masked by ${options.mask}`]),
    ...unknown.map((kind) => `  the mask's kind ${quoteValue(kind)} is none of these`),
  ];
}
