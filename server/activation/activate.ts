import path from 'node:path';
import { AppTestError, isAppTestError } from '../../protocol/index.js';
import { loadLeases } from '../config/leases.js';
import { watchLeases } from '../config/lifecycle.js';
import { inspectDevServer, requireDevServer } from '../dev-server.js';
import { installInterceptor } from '../http/interceptor.js';
import { checkOutsideDeployment } from '../modules/deployment.js';
import { loadTestModules } from '../modules/load-folder.js';
import { installRedirect } from '../redirect/index.js';
import { getRuntime } from '../runtime.js';
import {
  checkActivationConflict,
  deriveTodaysToken,
  onSessionReset,
  session,
} from '../session/session.js';
import { getSessionState } from '../session/state.js';
import { renderBanner } from './banner.js';
import { chooseTarget } from './choose-target.js';
import { refuseCluster, refuseEarlyRpc, refuseMixedDatabases } from './refusals.js';
import {
  type ActivateOptions,
  resolveActivateOptions,
  type ResolvedActivateOptions,
} from './options.js';
import { serveContainer } from './serve-container.js';

let running: Promise<void> | undefined;

/**
 * Moves the process onto a test database: its Datastore client, proved by a write and a read, and its
 * servers, which from then on refuse every request without the session's token (spec 1).
 * Does nothing if the process is activated for the same database, namespace and project already.
 *
 * @example
 * ```ts
 * import { activate, testMode } from 'app-test/server'; // before every other import
 * await activate({ namespace: 'anna' });
 * app.use(testMode());
 * ```
 * @throws {AppTestError} `NOT_DEV_SERVER`, `LIVE_DATABASE`, `ACTIVATION_CONFLICT`, `CLUSTER_UNSUPPORTED`,
 * `RPC_BEFORE_ACTIVATION`, `DATASTORE_UNREACHABLE`, `DATABASE_MISSING`, `DATABASES_MIXED`,
 * `ROUNDTRIP_FAILED`, `MODULES_DEPLOYED`, or what is wrong with an option.
 */
export function activate(options: ActivateOptions = {}): Promise<void> {
  const next = (running ?? Promise.resolve()).catch(() => {}).then(() => activateOnce(options));
  running = next;
  return next;
}

async function activateOnce(options: ActivateOptions): Promise<void> {
  const resolved = resolveActivateOptions('activate()', options);
  getSessionState().isDevServer = resolved.isDevServer ?? getSessionState().isDevServer;
  requireDevServer('activate()');
  if (isActiveAlready(resolved)) return;
  const runtime = getRuntime();
  try {
    runtime.phase = 'activating';
    installInterceptor(serveContainer);
    refuseCluster();
    checkModulesFolder(resolved);
    await moveProcess(resolved);
    runtime.phase = 'active';
  } catch (error) {
    const failure = toActivationError(error);
    runtime.phase = 'failed';
    installRedirect().fail(failure);
    throw failure;
  }
}

async function moveProcess(options: ResolvedActivateOptions): Promise<void> {
  const redirect = installRedirect();
  refuseEarlyRpc(redirect);
  redirect.wait();
  const { target, embedded } = await chooseTarget(options);
  try {
    redirect.open(target, options.client === undefined ? {} : { client: options.client });
    const { mixesDatabases } = await redirect.selfCheck({ timeoutMs: options.timeoutMs });
    if (mixesDatabases) refuseMixedDatabases(target);
    applyOptions(options);
    session.setActive(target);
    await loadLeases();
    session.setToken(deriveTodaysToken());
    watchLeases();
    redirect.admit();
    const folder = options.modules === undefined ? undefined : path.resolve(options.modules);
    const modules = folder === undefined ? [] : await loadTestModules(folder);
    const devServer = inspectDevServer();
    const facts = {
      target,
      isEmbedded: embedded !== undefined,
      mixesDatabases,
      devServer,
      modules,
    };
    for (const line of renderBanner(facts)) options.log(line);
  } catch (error) {
    forgetActivation();
    await embedded?.stop();
    throw error;
  }
}

function isActiveAlready(options: ResolvedActivateOptions): boolean {
  if (!session.isActive()) return false;
  const projectId = options.projectId ?? session.projectId()!;
  checkActivationConflict({ ...options, projectId });
  return true;
}

function applyOptions(options: ResolvedActivateOptions): void {
  const { allowedHosts, allowedOrigins, corsPreflight, leaseSeconds, log } = options;
  Object.assign(getRuntime(), {
    policy: { allowedHosts, allowedOrigins },
    corsPreflight,
    leaseSeconds,
    log,
  });
  getSessionState().now = options.now;
}

/** Hooks and modules that the host registered stay; the next attempt may succeed. */
function forgetActivation(): void {
  Object.assign(getSessionState(), {
    database: null,
    namespace: null,
    projectId: null,
    token: null,
    tokenDay: null,
    leases: new Map(),
  });
}

function checkModulesFolder({ modules, deploymentRoot }: ResolvedActivateOptions): void {
  if (modules !== undefined) checkOutsideDeployment(path.resolve(modules), deploymentRoot);
}

function toActivationError(error: unknown): AppTestError {
  if (isAppTestError(error)) return error;
  return new AppTestError({
    code: 'ACTIVATION_FAILED',
    message: `activate() failed: ${error instanceof Error ? error.message : String(error)}`,
    cause: error,
  });
}

onSessionReset(() => {
  getRuntime().phase = 'off';
  running = undefined;
  installRedirect().close(
    new AppTestError({
      code: 'NOT_ACTIVATED',
      message:
        'The Datastore call was refused: the session was reset, and the process is not activated.',
      next: 'Await activate() again.',
    }),
  );
});
