import { invalidArgument } from '../errors.js';
import { findNearest } from '../nearest-name.js';
import type { Instance } from './instance.js';

/** Something that a `POST` to a path of its own makes an embedded Datastore do. */
export interface AdminAction {
  /** The members that its JSON body must have; undefined: it takes no body. */
  required: readonly string[] | undefined;
  run(instance: Instance, body: Readonly<Record<string, string>>): void;
  /** What it answers when it is done. */
  answer: string;
}

const PLACE = ['projectId', 'database'];

/** The actions by their paths. */
export const ADMIN_ACTIONS: ReadonlyMap<string, AdminAction> = new Map<string, AdminAction>([
  ['/reset', { required: undefined, run: (instance) => instance.reset(), answer: 'Resetting...' }],
  [
    '/fork',
    {
      required: ['from', 'to'],
      run: (instance, { from, to, ...place }) => instance.fork(place, from!, to!),
      answer: 'Forked.',
    },
  ],
  [
    '/drop',
    {
      required: ['namespace'],
      run: (instance, { namespace, ...place }) => instance.drop(place, namespace!),
      answer: 'Dropped.',
    },
  ],
]);

/** Reads the JSON body of an action. Throws a `DatastoreError` that says what is wrong with it. */
export function parseAdminBody(
  { required }: AdminAction,
  text: string,
): Readonly<Record<string, string>> {
  // Some tools send a body with every POST.
  if (required === undefined) return {};
  const known = [...required, ...PLACE];
  const body = parseObject(text, known);
  for (const [name, value] of Object.entries(body)) {
    if (!known.includes(name)) {
      throw invalidArgument(
        `There is no member '${name}'. Did you mean '${findNearest(name, known)}'? Known members: ${known.join(', ')}.`,
      );
    }
    if (typeof value !== 'string') {
      throw invalidArgument(`${name} is ${JSON.stringify(value)}; it must be a string.`);
    }
  }
  for (const name of required) {
    if (!Object.hasOwn(body, name)) {
      throw invalidArgument(`${name} is missing; the default namespace is "".`);
    }
  }
  return body as Record<string, string>;
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
