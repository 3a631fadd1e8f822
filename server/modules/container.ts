import type { ServerResponse } from 'node:http';
import { AppTestError, containerPath } from '../../protocol/index.js';
import {
  createConfigModule,
  requireActivated,
  type ConfigModule,
} from '../config/config-module.js';
import { checkConsistency } from '../consistency.js';
import { dataModule } from '../data/data-module.js';
import { requireDevServer } from '../dev-server.js';
import type { Handler, HandlerRequest } from '../handler.js';
import { checkCaller } from '../http/caller.js';
import { checkThenRun } from '../http/check-request.js';
import { refuse } from '../http/refuse.js';
import { classifyBootstrap, rawPath } from '../http/request-path.js';
import { serveOverview } from '../page/serve-overview.js';
import { getRuntime } from '../runtime.js';
import { findTestModule, listTestModules, reservedNames } from './registry.js';
import { runAction } from './run-action.js';

/**
 * Makes the container of `/_test`: the configuration module and every registered test module. Mount it
 * in Express 4 or 5 (`app.use(testMode())`), or call it as plain `(request, response, next)` middleware.
 * The token check itself runs in every server of the process from activation on.
 *
 * @throws {AppTestError} `NOT_DEV_SERVER` or `NOT_ACTIVATED` at startup (spec 1, safety mechanism 3).
 */
export function testMode(): Handler {
  requireDevServer('The container module');
  requireActivated();
  const config = createConfigModule();
  return (request, response, next) => {
    // A server that the check can't see (another protocol's, say) is checked here.
    checkThenRun(request, response, () => void serve(config, request, response, next));
  };
}

async function serve(
  config: ConfigModule,
  request: HandlerRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
): Promise<void> {
  const path = rawPath(request);
  const name = classifyBootstrap(path);
  if (name !== undefined) {
    await config(name, request, response);
    return;
  }
  const parts = splitModulePath(path);
  if (parts === undefined) {
    next();
    return;
  }
  try {
    response.setHeader('Cache-Control', 'no-store');
    checkConsistency();
    await serveModule(parts, request, response, next);
  } catch (error) {
    refuse(request, response, error);
  }
}

async function serveModule(
  { name, rest }: { name: string; rest: string },
  request: HandlerRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
): Promise<void> {
  const isData = name.toLowerCase() === 'data';
  // Cookies are not kept apart by port: a page of another server on this host must not delete what a test needs.
  if (isData) checkCaller(request, getRuntime().policy);
  if (name === '') {
    await serveOverview(request, response);
    return;
  }
  const module = isData ? dataModule : findTestModule(name);
  if (module === undefined) throw createNotFound(name);
  if (typeof module === 'function') {
    await (module(request, response, next) as unknown);
    return;
  }
  await runAction({ name, module, action: rest }, request, response);
}

/** `/_test/cart/fill` is module `cart`, rest `fill`; `undefined` outside `/_test`. */
function splitModulePath(path: string): { name: string; rest: string } | undefined {
  if (path !== containerPath && !path.startsWith(`${containerPath}/`)) return undefined;
  const [, , name = '', ...rest] = path.split('/');
  return { name, rest: rest.join('/') };
}

function createNotFound(name: string): AppTestError {
  return new AppTestError({
    code: 'MODULE_NOT_FOUND',
    message: `There is no test module '${name.slice(0, 80)}'.`,
    next: `There are: ${[...reservedNames, ...listTestModules()].join(', ')}.`,
    status: 404,
  });
}
