import type { Handler } from '../handler.js';
import { testMode } from '../modules/container.js';

let container: Handler | undefined;

/** Serves `/_test` from the check itself, for an app that mounts nothing. */
export const serveContainer: Handler = (request, response, next) => {
  container ??= testMode();
  container(request, response, next);
};
