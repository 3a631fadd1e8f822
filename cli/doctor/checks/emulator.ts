import { localProject } from '../../../server/activation/project.js';
import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import type { Project } from '../project/project.js';
import { listStartCommands } from '../project/start-commands.js';
import { type DatastoreKind, identifyDatastore } from '../server/identify-datastore.js';

/** Which Datastore the server would use, and what it is known to lack. */
export const emulatorCheck: Check = {
  id: 'emulator',
  title: 'Emulator',
  async run({ project }) {
    const addresses = listAddresses(project);
    if (addresses.size === 0) return [skipped(explainNone(project))];
    const found = [...addresses].map(([address, source]) => checkAddress(address, source));
    return await Promise.all(found);
  },
};

/** By address: where it is named. */
function listAddresses(project: Project): Map<string, string> {
  const found = new Map<string, string>();
  for (const { environment, source } of listStartCommands(project)) {
    if (environment.DATASTORE_EMULATOR_HOST) found.set(environment.DATASTORE_EMULATOR_HOST, source);
  }
  const { DATASTORE_EMULATOR_HOST: own } = project.environment;
  if (own) found.set(own, 'this shell');
  return found;
}

function explainNone({ environment }: Project): string {
  const project =
    environment.DATASTORE_PROJECT_ID ||
    environment.GOOGLE_CLOUD_PROJECT ||
    environment.GCLOUD_PROJECT;
  const none = 'DATASTORE_EMULATOR_HOST is not set here';
  // A process that is in test mode itself, by NODE_OPTIONS, has set this one.
  if (project && project !== localProject)
    return `${none}: a server started here works on project '${project}' of Google's.`;
  return `${none}, and no project: a server in test mode brings the embedded Datastore.`;
}

async function checkAddress(address: string, source: string): Promise<Finding> {
  const shown = `DATASTORE_EMULATOR_HOST=${address} (${source})`;
  const mend = "Name an emulator's host and port, as in 127.0.0.1:8081.";
  if (/googleapis\.com/i.test(address)) {
    return failure({
      seen: `${shown} is Google's own service.`,
      why: 'That is no emulator: what is there may be live data.',
      next: mend,
    });
  }
  if (/^https?:\/\//.test(address) || !URL.canParse(`http://${address}`)) {
    return failure({
      seen: `${shown} is not HOST:PORT.`,
      why: 'The Datastore client takes no other form.',
      next: mend,
    });
  }
  if (address.startsWith('[')) {
    return warning({
      seen: `${shown} is an IPv6 address.`,
      why: 'Calls of the Datastore client hang with one.',
      next: 'Use 127.0.0.1 or localhost.',
    });
  }
  try {
    return judge(shown, await identifyDatastore(address));
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return failure({
      seen: `${shown} does not answer: ${cause?.code ?? String(error)}.`,
      why: 'A server in test mode does not start without its Datastore.',
      next: 'Start the emulator (`npx app-test datastore`), or unset the variable: a server in test mode then brings its own.',
    });
  }
}

function judge(shown: string, kind: DatastoreKind): Finding {
  if (kind === 'embedded') return ok(`${shown} is app-test's embedded Datastore.`);
  if (kind === 'firestore') {
    return warning({
      seen: `${shown} is Google's Firestore emulator in Datastore mode.`,
      why: 'It answers no queries of the kinds __kind__, __namespace__ and __property__, returns an entity once for each index entry of an array, and a transaction that nobody ended blocks others.',
      next: 'It keeps databases apart, so test mode works on it. Where these matter, use the embedded Datastore: `npx app-test datastore`.',
    });
  }
  if (kind === 'classic') {
    return warning({
      seen: `${shown} is Google's classic Datastore emulator.`,
      why: 'Its queries answer from every database, and it knows no aggregation, no IN, NOT_IN, != and OR, and drops transforms silently.',
      next: 'A server in test mode refuses it without a namespace (APP_TEST=NAME). Better use the embedded Datastore, `npx app-test datastore`, or `gcloud emulators firestore start --database-mode=datastore-mode`.',
    });
  }
  return failure({
    seen: `${shown} answers, but not as a Datastore emulator does.`,
    why: "The server's Datastore calls would fail there, or go somewhere unknown.",
    next: 'See what listens there. The Firestore emulator needs --database-mode=datastore-mode.',
  });
}
