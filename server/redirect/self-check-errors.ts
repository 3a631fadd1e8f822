import { AppTestError, isAppTestError, quoteValue } from '../../protocol/index.js';
import { TimeLimitError } from './time-limit.js';
import type { RedirectTarget } from './types.js';

// https://grpc.github.io/grpc/core/md_doc_statuscodes.html
const grpc = {
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  unavailable: 14,
  unauthenticated: 16,
};

/** Says what the failure of a probe means, and what to do about it. */
export function explainFailure(
  error: unknown,
  { target, timeoutMs }: { target: RedirectTarget; timeoutMs: number },
): AppTestError {
  if (isAppTestError(error)) return error;
  const { code, message = String(error) } = error as { code?: unknown; message?: string };
  const place = describePlace(target);
  const tried = `Tried for ${timeoutMs / 1000} s to write a probe entity to ${place}`;
  const init = { cause: error, details: { target, timeoutMs } };
  if (code === grpc.notFound) return createMissingError(target, init);
  if (isAboutCredentials(code, message)) {
    return new AppTestError({
      ...init,
      code: 'DATASTORE_UNREACHABLE',
      message: `There are no credentials that may use ${place}: ${message}`,
      next: `Run \`gcloud auth application-default login\` with an account that has roles/datastore.user on project '${target.projectId}', or start an emulator and set DATASTORE_EMULATOR_HOST.`,
    });
  }
  const isDead =
    error instanceof TimeLimitError || code === grpc.unavailable || code === grpc.deadlineExceeded;
  if (!isDead) {
    return new AppTestError({
      ...init,
      code: 'ROUNDTRIP_FAILED',
      message: `Writing and reading a probe entity in ${place} failed: ${message}`,
      next: 'The test database must accept writes and reads before the app may start.',
    });
  }
  return new AppTestError({
    ...init,
    code: 'DATASTORE_UNREACHABLE',
    message: `${tried}: ${message}`,
    next:
      target.host === null
        ? "Check the network, or start an emulator and set DATASTORE_EMULATOR_HOST to its 'host:port'."
        : `Start the emulator (\`gcloud emulators firestore start --database-mode=datastore-mode --host-port=${target.host}\`), or correct DATASTORE_EMULATOR_HOST.`,
  });
}

/** The error of a probe that reads back changed. */
export function createMisreadError(written: string, read: unknown): AppTestError {
  return new AppTestError({
    code: 'ROUNDTRIP_FAILED',
    message:
      'A probe entity was written to the test database, but reading it back gave something else.',
    next: 'Look for code that patches the Datastore client in this process.',
    details: { written, read },
  });
}

/** The error of a probe that the app's client wrote somewhere else. */
export function createMisplacedError(target: RedirectTarget): AppTestError {
  return new AppTestError({
    code: 'ROUNDTRIP_FAILED',
    message: `A probe entity was written through the app's Datastore client, but is not in ${describePlace(target)}. The client did not move.`,
    next: 'An app bundled into one file hands over its own instance: activate({ client }).',
    details: { target },
  });
}

function createMissingError(
  target: RedirectTarget,
  init: { cause: unknown; details: Record<string, unknown> },
): AppTestError {
  return new AppTestError({
    ...init,
    code: 'DATABASE_MISSING',
    message: `There is no ${describePlace(target)}.`,
    next: `Create it: \`gcloud firestore databases create --database=${target.database} --location=eur3 --type=datastore-mode --project=${target.projectId}\`, with the location of your choice.`,
  });
}

function isAboutCredentials(code: unknown, message: string): boolean {
  if (code === grpc.permissionDenied || code === grpc.unauthenticated) return true;
  return /default credentials|Unable to detect a Project Id|invalid_grant|invalid_rapt/i.test(
    message,
  );
}

function describePlace({ database, projectId, host }: RedirectTarget): string {
  const place = host === null ? "Google's Datastore" : `the Datastore at ${host}`;
  return `database ${quoteValue(database)} of project ${quoteValue(projectId)} in ${place}`;
}
