import type { KeyMessage, RequestMessage } from './messages.js';

/** The keys of the entities that a commit writes. */
export function listWrittenKeys({ mutations }: RequestMessage): (KeyMessage | null | undefined)[] {
  if (!Array.isArray(mutations)) return [];
  return mutations.flatMap((mutation) => [
    mutation?.insert?.key,
    mutation?.update?.key,
    mutation?.upsert?.key,
    mutation?.delete,
  ]);
}
