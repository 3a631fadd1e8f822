import type { Handler } from '../handler.js';
import { refuse } from '../http/refuse.js';
import { testMode } from '../modules/container.js';

let container: Handler | undefined;

/** Serves `/_test` from the check itself, for an app that mounts nothing. */
export const serveContainer: Handler = (request, response, next) => {
  try {
    container ??= testMode();
  } catch (error) {
    refuse(request, response, error);
    return;
  }
  container(request, response, next);
};
