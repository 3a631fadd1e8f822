import type { ResolvedMirrorOptions } from './options.js';
import { describePlace } from './places/place.js';
import type { Plan } from './plan/plan.js';

/** What is copied where, for the person who is asked for the PIN. */
export function describeCopy(options: ResolvedMirrorOptions, plan: Plan): string {
  const { source, target, data, merge, resume, mask } = options;
  const width = Math.max(...plan.kinds.map(({ kind }) => kind.length), 0);
  const total = plan.kinds.reduce((sum, { count }) => sum + count, 0);
  const server = data === undefined ? undefined : `embedded Datastore in ${data}`;
  return [
    `  from ${describePlace(source)} (only read)`,
    `  into ${describePlace(target, server)}`,
    '',
    ...plan.kinds.map(
      ({ kind, count }) => `  ${kind.padEnd(width)}  ${count.toLocaleString('en')}`,
    ),
    `  ${'total'.padEnd(width)}  ${total.toLocaleString('en')}`,
    ...plan.excluded.map(({ kind, pattern }) => `  ${kind}: not copied (exclusion ${pattern})`),
    ...(mask === undefined ? [] : [`  masked by ${mask}`]),
    ...(merge ? ['  The target may hold data: entities of the same key are written over.'] : []),
    ...(resume ? ['  The interrupted copy goes on.'] : []),
  ].join('\n');
}
