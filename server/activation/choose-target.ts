import type { RedirectTarget } from '../redirect/index.js';
import { type EmbeddedDatastore, startEmbedded } from './embedded.js';
import { readConfiguredProject, type ResolvedActivateOptions } from './options.js';
import { localProject, readCredentialsProject } from './project.js';

/** Decides where the process is moved to, and starts the embedded Datastore where that is the choice. */
export async function chooseTarget(
  options: ResolvedActivateOptions,
): Promise<{ target: RedirectTarget; embedded?: EmbeddedDatastore }> {
  const { database, namespace } = options;
  if (options.datastore === 'embedded') {
    const embedded = await startEmbedded(options);
    const projectId = useLocalProject(options.projectId);
    return { target: { projectId, database, namespace, host: embedded.address }, embedded };
  }
  const host = process.env.DATASTORE_EMULATOR_HOST || null;
  const projectId =
    host === null
      ? (options.projectId ?? (await readCredentialsProject(options.client, options.timeoutMs)))
      : useLocalProject(options.projectId);
  return { target: { projectId, database, namespace, host } };
}

/** The client asks the metadata server for a project, slowly and in vain, where none is configured. */
function useLocalProject(projectId: string | undefined): string {
  const chosen = projectId ?? localProject;
  if (readConfiguredProject() === undefined) process.env.GOOGLE_CLOUD_PROJECT = chosen;
  process.env.METADATA_SERVER_DETECTION ??= 'none';
  return chosen;
}
