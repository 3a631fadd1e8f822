import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppTestError } from '../../protocol/index.js';

/** A module of a Datastore package that the redirect patches. */
export interface PackageModule {
  part: 'data' | 'admin' | 'request' | 'main';
  /** Name, version and place of the package, for people. */
  label: string;
  /** Why this version can't be moved. */
  unsupported: AppTestError | undefined;
}

const partsByFile: readonly [RegExp, PackageModule['part'], depth: number][] = [
  [/[\\/]build[\\/]src[\\/]v1[\\/]datastore_client\.js$/, 'data', 3],
  [/[\\/]build[\\/]src[\\/]v1[\\/]datastore_admin_client\.js$/, 'admin', 3],
  [/[\\/]build[\\/]src[\\/]request\.js$/, 'request', 2],
  [/[\\/]build[\\/]src[\\/]index\.js$/, 'main', 2],
];

// From version 11 on the generated client has its own package.
const supportedMajors: Record<string, readonly number[]> = {
  '@google-cloud/datastore': [9, 10, 11],
  '@google-cloud/datastore-api': [0],
};

/** Says which module of which Datastore package a file is, by its name and the package.json above it. */
export function identifyModule(filename: string): PackageModule | undefined {
  const match = partsByFile.find(([pattern]) => pattern.test(filename));
  if (match === undefined) return undefined;
  const [, part, depth] = match;
  const root = dirname(join(filename, ...Array<string>(depth).fill('..')));
  const { name, version } = readManifest(join(root, 'package.json'));
  const majors = supportedMajors[name];
  if (majors === undefined) return undefined;
  const label = `${name} ${version} (${root})`;
  const isSupported = majors.includes(Number.parseInt(version, 10));
  return { part, label, unsupported: isSupported ? undefined : createUnsupportedError(label) };
}

/** The error of a copy whose version or shape the redirect does not know. */
export function createUnsupportedError(label: string, why = 'its version is not'): AppTestError {
  return new AppTestError({
    code: 'DATASTORE_UNSUPPORTED',
    message: `${label} can't be moved onto the test database: ${why} one that app-test knows.`,
    next: 'Use @google-cloud/datastore 9, 10 or 11 (`npm ls @google-cloud/datastore` shows who installs it), or a newer app-test.',
    details: { label },
  });
}

function readManifest(file: string): { name: string; version: string } {
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return { name: String(name), version: String(version) };
  } catch {
    return { name: '', version: '' };
  }
}
