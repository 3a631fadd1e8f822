import { AppTestError } from '../protocol/index.js';
import { getSessionState } from './session/state.js';

// Set by the platform itself, each documented by it: Cloud Run's container contract, App Engine's
// runtime environment, Cloud Functions, AWS Lambda, Kubernetes, Azure, Heroku, Fly, Vercel, Netlify.
const runtimeMarkers = [
  'K_SERVICE',
  'K_REVISION',
  'CLOUD_RUN_JOB',
  'CLOUD_RUN_WORKER_POOL',
  'GAE_SERVICE',
  'GAE_INSTANCE',
  'FUNCTION_TARGET',
  'FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_EXECUTION_ENV',
  'ECS_CONTAINER_METADATA_URI',
  'ECS_CONTAINER_METADATA_URI_V4',
  'KUBERNETES_SERVICE_HOST',
  'WEBSITE_INSTANCE_ID',
  'DYNO',
  'FLY_APP_NAME',
  'VERCEL',
  'NETLIFY',
  'RENDER',
  'RAILWAY_ENVIRONMENT',
  'CONTAINER_APP_NAME',
] as const;

/** What decides whether this is a development server, as it stands at this moment. */
export interface DevServerReport {
  isDevServer: boolean;
  /** Why it is none; null if it is one. */
  reason: string | null;
  /** What to do about it; null if it is one. */
  next: string | null;
  /** Runtime markers that are set and that `APP_TEST_ALLOW_RUNTIME` accepts. */
  acceptedMarkers: string[];
}

/**
 * Says whether this process is a development server: an allowlist, read anew at every call. `NODE_ENV`
 * is `development` or `test`, no managed runtime left its marker, and the host's own `isDevServer`,
 * where it gives one, says yes too. Unknown is not development.
 *
 * @param env The environment of the process in question. @default this process's
 */
export function inspectDevServer(env: NodeJS.ProcessEnv = process.env): DevServerReport {
  const allowed = readAllowedMarkers(env);
  const acceptedMarkers =
    allowed.size === 0 ? [] : listMarkers(env).filter((name) => allowed.has(name));
  const refuse = (reason: string, next: string): DevServerReport => ({
    isDevServer: false,
    reason,
    next,
    acceptedMarkers,
  });

  if (env.NODE_ENV !== 'development' && env.NODE_ENV !== 'test') {
    const shown = env.NODE_ENV === undefined ? 'not set' : `'${env.NODE_ENV}'`;
    return refuse(
      `NODE_ENV is ${shown}, not 'development' or 'test'`,
      'Start it with NODE_ENV=development if it is a development server.',
    );
  }
  const marker = findRefusedMarker(env);
  if (marker !== undefined) {
    return refuse(
      `${marker} is set, which a managed runtime does`,
      `If this is a CI pod or a local emulator of that runtime, set APP_TEST_ALLOW_RUNTIME=${marker}.`,
    );
  }
  if (!askHost()) {
    return refuse(
      "the isDevServer option of activate() did not say 'true'",
      'Look at what that function checks.',
    );
  }
  return { isDevServer: true, reason: null, next: null, acceptedMarkers };
}

/** Says whether this process is a development server; see {@link inspectDevServer}. */
export function isDevServer(): boolean {
  return inspectDevServer().isDevServer;
}

/** Says whether this is plainly a production server, and not merely one that is unknown. */
export function isProductionServer(): boolean {
  return process.env.NODE_ENV === 'production' || findRefusedMarker(process.env) !== undefined;
}

/**
 * Refuses to go on unless this is a development server.
 *
 * @throws {AppTestError} `NOT_DEV_SERVER`, with the reason.
 */
export function requireDevServer(what: string): void {
  const { reason, next } = inspectDevServer();
  if (reason === null) return;
  throw new AppTestError({
    code: 'NOT_DEV_SERVER',
    message: `${what} was refused: the server is not in dev mode (${reason}).`,
    ...(next === null ? {} : { next }),
  });
}

function findRefusedMarker(env: NodeJS.ProcessEnv): string | undefined {
  const allowed = readAllowedMarkers(env);
  return listMarkers(env).find((name) => !allowed.has(name));
}

function listMarkers(env: NodeJS.ProcessEnv): string[] {
  const present: string[] = runtimeMarkers.filter((name) => Boolean(env[name]));
  return env.GAE_ENV === 'standard' ? [...present, 'GAE_ENV'] : present;
}

function readAllowedMarkers(env: NodeJS.ProcessEnv): Set<string> {
  const names = (env.APP_TEST_ALLOW_RUNTIME ?? '').split(',').map((name) => name.trim());
  return new Set(names.filter((name) => name !== ''));
}

function askHost(): boolean {
  const { isDevServer: ask } = getSessionState();
  if (ask === null) return true;
  try {
    // A promise, or anything else that is merely truthy, is not a yes.
    const answer: unknown = ask();
    return answer === true;
  } catch {
    return false;
  }
}
