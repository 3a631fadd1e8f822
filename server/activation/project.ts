import { AppTestError, checkName } from '../../protocol/index.js';
import { requireAsApp } from '../redirect/loaded-modules.js';

/** The project used where an emulator, or the embedded Datastore, is configured without one. */
export const localProject = 'app-test-local';

/**
 * Asks the credentials which project they belong to, as the Datastore client itself would.
 *
 * @throws {AppTestError} `ACTIVATION_FAILED` if they don't say within the time.
 */
export async function readCredentialsProject(
  client: object | undefined,
  timeoutMs: number,
): Promise<string> {
  const cutOff = AbortSignal.timeout(timeoutMs);
  const expired = new Promise<never>((_, reject) => {
    cutOff.addEventListener('abort', () => reject(new Error(`no answer in ${timeoutMs} ms`)));
  });
  try {
    const found = await Promise.race([askClient(client), expired]);
    return checkName('projectId', found, 'the credentials');
  } catch (cause) {
    throw new AppTestError({
      code: 'ACTIVATION_FAILED',
      message: `No project is configured, and the Google credentials name none: ${(cause as Error).message}.`,
      next: 'Set GOOGLE_CLOUD_PROJECT, or DATASTORE_EMULATOR_HOST for an emulator, or APP_TEST_DATASTORE=embedded.',
      cause,
    });
  }
}

interface ProjectClient {
  getProjectId(): Promise<string>;
}

async function askClient(client: object | undefined): Promise<string> {
  if (client !== undefined) return (client as ProjectClient).getProjectId();
  const loaded = requireAsApp('@google-cloud/datastore');
  if ('error' in loaded) throw loaded.error;
  const { Datastore } = loaded.exports as { Datastore: new () => ProjectClient };
  return new Datastore().getProjectId();
}
