import type { ClassicLevel } from 'classic-level';
import { DatastoreStartError } from '../errors.js';

/** LevelDB with keys and values of bytes. */
export type Level = ClassicLevel<Buffer, Buffer>;

/** Opens the LevelDB in a folder. */
export async function openLevel(
  folder: string,
  { isNew, data }: { isNew: boolean; data: string },
): Promise<Level> {
  const { ClassicLevel } = await import('classic-level');
  const level = new ClassicLevel<Buffer, Buffer>(folder, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    createIfMissing: isNew,
    // Everything is read once, at the start.
    cacheSize: 1024 * 1024,
  });
  try {
    await level.open();
  } catch (error) {
    throw describeOpenError(((error as Error).cause ?? error) as Error & { code?: string }, data);
  }
  return level;
}

function describeOpenError(cause: Error & { code?: string }, data: string): DatastoreStartError {
  if (cause.code === 'LEVEL_LOCKED') {
    return new DatastoreStartError(
      'DATA_LOCKED',
      `Another embedded Datastore uses the data folder ${data}. Stop that one, or take another folder.`,
      cause,
    );
  }
  const isUnusable = /permission denied|read-only|no space|too many open|not permitted/i;
  if (isUnusable.test(cause.message)) {
    return new DatastoreStartError(
      'DATA_UNUSABLE',
      `The embedded Datastore cannot use the data folder ${data}: ${cause.message}.`,
      cause,
    );
  }
  return describeDamage(data, cause.message, cause);
}

/** The refusal of a folder in which something is not as it was written. */
export function describeDamage(data: string, what: string, cause?: Error): DatastoreStartError {
  return new DatastoreStartError(
    'DATA_DAMAGED',
    `The data folder ${data} is damaged: ${what}. Put back a copy of it, or take an empty folder.`,
    cause,
  );
}
