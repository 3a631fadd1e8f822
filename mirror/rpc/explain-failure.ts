import { status } from '@grpc/grpc-js';
import { AppTestError, isAppTestError, quoteValue } from '../../protocol/index.js';
import { describePlace, type Place } from '../places/place.js';

/** A failed RPC, and where it was sent. */
export interface RpcFailure {
  code: status;
  details: string;
  place: Place;
}

/** Says what a failed RPC means, and what to do about it. Anything else stays as it is. */
export function explainFailure(error: unknown): unknown {
  if (isAppTestError(error) || !isRpcFailure(error)) return error;
  const { code, details, place } = error;
  const where = describePlace(place);
  const init = { cause: error, details: { place, status: code } };
  if (code === status.NOT_FOUND) {
    const { databaseId, projectId } = place;
    return new AppTestError({
      ...init,
      code: 'DATABASE_MISSING',
      message: `There is no ${where}: ${details}`,
      next: `Look at project and database, or create it: \`gcloud firestore databases create --database=${databaseId || '(default)'} --location=eur3 --type=datastore-mode --project=${projectId}\`, with the location of your choice.`,
    });
  }
  if (code === status.PERMISSION_DENIED || code === status.UNAUTHENTICATED) {
    return new AppTestError({
      ...init,
      code: 'DATASTORE_UNREACHABLE',
      message: `There are no credentials that may use ${where}: ${details}`,
      next: `Run \`gcloud auth application-default login\` with an account that may (roles/datastore.viewer to copy from, roles/datastore.user to copy into).`,
    });
  }
  return new AppTestError({
    ...init,
    code: 'MIRROR_FAILED',
    message: `${where} answered ${status[code] ?? code}: ${quoteValue(details).slice(1, -1)}.`,
    next: 'Mend what it names. What was copied is there: --resume goes on.',
  });
}

/** The error of a Datastore that nobody can connect to. */
export function createUnreachableError(
  place: Place,
  seconds: number,
  cause: unknown,
): AppTestError {
  return new AppTestError({
    code: 'DATASTORE_UNREACHABLE',
    message: `Nobody answered for ${seconds} s: ${describePlace(place)}.`,
    next:
      place.host === null
        ? 'Check the network. For an emulator give --source-host or --target-host.'
        : 'Start the emulator, or correct the address.',
    cause,
    details: { place },
  });
}

function isRpcFailure(error: unknown): error is RpcFailure {
  return (
    error instanceof Error && 'place' in error && typeof Reflect.get(error, 'code') === 'number'
  );
}
