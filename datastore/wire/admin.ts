import { invalidArgument } from '../errors.js';
import { findNearest } from '../nearest-name.js';
import type { Instance } from './instance.js';

/** Something that a `POST` to a path of its own makes an embedded Datastore do. */
export interface AdminAction {
  /** The members that its JSON body must have; undefined: it takes no body. */
  required: readonly string[] | undefined;
  /** Returns what it answers. */
  run(instance: Instance, body: AdminBody): string;
}

/** A body that was checked: every member that is required, and those that may be there. */
export interface AdminBody {
  readonly from?: string;
  readonly to?: string;
  readonly namespace?: string;
  readonly projectId?: string;
  readonly database?: string;
  /** Kinds whose entities stay where they are. */
  readonly keep?: readonly string[];
}

const OPTIONAL = ['projectId', 'database', 'keep'];

/** The actions by their paths. */
export const ADMIN_ACTIONS: ReadonlyMap<string, AdminAction> = new Map<string, AdminAction>([
  [
    '/reset',
    {
      required: undefined,
      run: (instance) => {
        instance.reset();
        return 'Resetting...';
      },
    },
  ],
  [
    '/fork',
    {
      required: ['from', 'to'],
      run: (instance, { from, to, keep, ...place }) =>
        describeCount(instance.fork(place, from!, to!, keep)),
    },
  ],
  [
    '/drop',
    {
      required: ['namespace'],
      run: (instance, { namespace, keep, ...place }) =>
        describeCount(instance.drop(place, namespace!, keep)),
    },
  ],
]);

/** Reads the JSON body of an action. Throws a `DatastoreError` that says what is wrong with it. */
export function parseAdminBody({ required }: AdminAction, text: string): AdminBody {
  // Some tools send a body with every POST.
  if (required === undefined) return {};
  const known = [...required, ...OPTIONAL];
  const body = parseObject(text, known);
  for (const [name, value] of Object.entries(body)) {
    if (!known.includes(name)) {
      throw invalidArgument(
        `There is no member '${name}'. Did you mean '${findNearest(name, known)}'? Known members: ${known.join(', ')}.`,
      );
    }
    if (name === 'keep') checkKinds(value);
    else if (typeof value !== 'string') {
      throw invalidArgument(`${name} is ${JSON.stringify(value)}; it must be a string.`);
    }
  }
  for (const name of required) {
    if (!Object.hasOwn(body, name)) {
      throw invalidArgument(`${name} is missing; the default namespace is "".`);
    }
  }
  return body;
}

function checkKinds(value: unknown): void {
  if (Array.isArray(value) && value.every((kind) => typeof kind === 'string')) return;
  throw invalidArgument(`keep is ${JSON.stringify(value)}; it must be a list of kinds.`);
}

/** How many entities were copied or removed. */
function describeCount(entities: number): string {
  return JSON.stringify({ entities });
}

function parseObject(text: string, known: readonly string[]): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidArgument(`The body must be a JSON object with the members ${known.join(', ')}.`);
  }
  return body as Record<string, unknown>;
}
