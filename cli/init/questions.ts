import { type CANCEL_SYMBOL, isCancel, select, text } from '@clack/prompts';
import { resolveFile } from './inspect/files.js';
import { isPort, type PackageManagerName, packageManagers } from './options.js';

/** Somebody ended the questions with Ctrl-C or Escape. Nothing was written. */
export class Cancelled extends Error {}

/** Asks for the file that starts the app: one of those found, or by its path. */
export async function askEntry(project: string, found: readonly string[]): Promise<string> {
  if (found.length > 1) {
    const options = found.map((file) => ({ value: file, label: file }));
    return answered(await select({ message: 'Which file starts the app?', options }));
  }
  const answer = await text({
    message: 'Which file starts the app?',
    placeholder: 'src/server.js',
    validate: (path) =>
      resolveFile(project, path ?? '') === undefined ? 'There is no such file.' : undefined,
  });
  return answered(answer);
}

/** Asks on which port the app listens. */
export async function askPort(suggestion: number): Promise<number> {
  const answer = await text({
    message: 'On which port does the app listen?',
    placeholder: String(suggestion),
    defaultValue: String(suggestion),
    validate: (port) => (!port || isPort(port) ? undefined : 'A number from 1 to 65535.'),
  });
  return Number(answered(answer));
}

/** Asks which package manager the project is kept with. */
export async function askPackageManager(): Promise<PackageManagerName> {
  const options = packageManagers.map((name) => ({ value: name, label: name }));
  return answered(await select({ message: 'Which package manager do you use?', options }));
}

/** Asks which package of a workspace is meant. */
export async function askPackage(folders: readonly string[]): Promise<string> {
  const options = folders.map((folder) => ({ value: folder, label: folder }));
  return answered(await select({ message: 'Which package is the app?', options }));
}

function answered<T>(answer: T | typeof CANCEL_SYMBOL): T {
  if (isCancel(answer)) throw new Cancelled('Cancelled. Nothing was written.');
  return answer;
}
