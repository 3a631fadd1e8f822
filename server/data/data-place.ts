import { requireTriple } from '../session/triple.js';

/** Whose data: those of a session of this process, or of a process in another namespace. */
export interface DataPlace {
  /** Namespace of the process session; null is the default one. */
  namespace: string | null;
  /** Empty is the process session. */
  session: string;
}

/** Where the data of a session of this process are. */
export function placeOf(session: string): DataPlace {
  return { namespace: requireTriple().namespace, session };
}
