import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatastoreStartError } from '../errors.js';

/*
 * Up to v10 the client carries its protos itself; v11 moved them into @google-cloud/datastore-api, which it depends on.
 */
const CLIENT = '@google-cloud/datastore';
const API = '@google-cloud/datastore-api';
const PROTOS = path.join('build', 'protos', 'protos.json');

/** The protos that the official client ships: those of the application first, then those beside this package. */
export function findProtos(cwd: string = process.cwd()): object {
  const places = [pathToFileURL(path.join(cwd, 'package.json')).href, import.meta.url];
  for (const place of places) {
    const file = findProtosFrom(place);
    if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8')) as object;
  }
  throw new DatastoreStartError(
    'PROTOS_MISSING',
    `The embedded Datastore speaks the protos that ${CLIENT} ships, and found none from ${cwd}. ` +
      `Install the client: npm install ${CLIENT}`,
  );
}

function findProtosFrom(place: string): string | undefined {
  for (const directory of listPackageDirectories(createRequire(place), CLIENT)) {
    const own = path.join(directory, PROTOS);
    if (existsSync(own)) return own;
    const api = findIn(createRequire(path.join(directory, 'package.json')), API);
    if (api !== undefined) return api;
  }
  return findIn(createRequire(place), API);
}

function findIn(require: NodeJS.Require, name: string): string | undefined {
  return listPackageDirectories(require, name)
    .map((directory) => path.join(directory, PROTOS))
    .find((file) => existsSync(file));
}

// The packages' "exports" hide both package.json and the protos, so they are looked for as files.
function listPackageDirectories(require: NodeJS.Require, name: string): string[] {
  return (require.resolve.paths(name) ?? [])
    .map((directory) => path.join(directory, name))
    .filter((directory) => existsSync(directory));
}
