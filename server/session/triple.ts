import { AppTestError } from '../../protocol/index.js';
import { getSessionState } from './state.js';

/** What a process is activated for (spec 2.1). */
export interface ActivationTriple {
  database: string;
  /** Null or empty is the default namespace. */
  namespace: string | null;
  projectId: string;
}

/** The triple this process is activated for. */
export function requireTriple(): ActivationTriple {
  const { database, namespace, projectId } = getSessionState();
  if (database === null || projectId === null) {
    throw new AppTestError({
      code: 'NOT_ACTIVATED',
      message: 'The process is not activated: activate() was not called.',
      next: 'Start the server with APP_TEST=1, or await activate() at the very top of its main file.',
    });
  }
  return { database, namespace, projectId };
}
