import path from 'node:path';
import { AppTestError, isAppTestError } from '../../protocol/index.js';
import { loadSessions } from '../config/load-sessions.js';
import { prepareCopies } from '../data/prepare-copies.js';
import { inspectDevServer, requireDevServer } from '../dev-server.js';
import { installInterceptor } from '../http/interceptor.js';
import { checkOutsideDeployment } from '../modules/deployment.js';
import { loadTestModules } from '../modules/load-folder.js';
import { installRedirect } from '../redirect/index.js';
import { getRuntime } from '../runtime.js';
import { checkActivationConflict, onSessionReset, session } from '../session/session.js';
import { createState, getSessionState } from '../session/state.js';
import { renderBanner } from './banner.js';
import { chooseTarget } from './choose-target.js';
import { refuseCluster, refuseEarlyRpc, refuseMixedDatabases } from './refusals.js';
import {
  type ActivateOptions,
  resolveActivateOptions,
  type ResolvedActivateOptions,
} from './options.js';
import { serveContainer } from './serve-container.js';

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
  const runtime = getRuntime();
  const before = Promise.allSettled([runtime.activation]);
  runtime.activation = before.then(() => activateOnce(options));
  return runtime.activation;
}

async function activateOnce(options: ActivateOptions): Promise<void> {
  const runtime = getRuntime();
  if (isActiveAlready()) {
    confirmActivation(options);
    return;
  }
  try {
    runtime.phase = 'activating';
    installInterceptor(serveContainer);
    const resolved = resolveActivateOptions('activate()', options);
    getSessionState().isDevServer = resolved.isDevServer ?? getSessionState().isDevServer;
    requireDevServer('activate()');
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
  const { resets } = getRuntime();
  refuseEarlyRpc(redirect);
  redirect.wait();
  const deadline = Date.now() + options.timeoutMs;
  const { target, embedded } = await chooseTarget(options);
  try {
    checkActivationConflict(target);
    redirect.open(target, options.client === undefined ? {} : { client: options.client });
    const { mixesDatabases } = await redirect.selfCheck({
      timeoutMs: Math.max(1, deadline - Date.now()),
    });
    if (mixesDatabases) refuseMixedDatabases(target);
    refuseReset(resets);
    applyOptions(options);
    session.setActive(target);
    await prepareCopies(target, embedded);
    await loadSessions();
    refuseReset(resets);
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

/** More than a recorded triple: `session.setActive()` alone moves nothing. */
function isActiveAlready(): boolean {
  return (
    session.isActive() && getRuntime().phase === 'active' && installRedirect().state === 'admitted'
  );
}

/** A second activation: the same triple does nothing (spec 2.1.1), another is refused (spec 2.1.2). */
function confirmActivation(options: ActivateOptions): void {
  const resolved = resolveActivateOptions('activate()', options);
  requireDevServer('activate()');
  checkActivationConflict({ ...resolved, projectId: resolved.projectId ?? session.projectId()! });
  const triple = ['database', 'namespace', 'projectId'];
  const ignored = Object.keys(options).filter((name) => !triple.includes(name));
  if (ignored.length === 0) return;
  getRuntime().log(
    `[app-test] The process is activated already; ignored options of the second activation: ${ignored.join(', ')}.`,
  );
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
  const { database, namespace, projectId, sessions } = createState();
  Object.assign(getSessionState(), { database, namespace, projectId, sessions });
}

function refuseReset(resets: number): void {
  if (getRuntime().resets === resets) return;
  throw new AppTestError({
    code: 'ACTIVATION_FAILED',
    message: 'activate() was given up: the session was reset meanwhile.',
    next: 'Await activate() again.',
  });
}

function checkModulesFolder({ modules, deploymentRoot }: ResolvedActivateOptions): void {
  if (modules !== undefined)
    checkOutsideDeployment(path.resolve(modules), { root: deploymentRoot });
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
  getRuntime().resets += 1;
  installRedirect().close(
    new AppTestError({
      code: 'NOT_ACTIVATED',
      message:
        'The Datastore call was refused: the session was reset, and the process is not activated.',
      next: 'Await activate() again.',
    }),
  );
});
