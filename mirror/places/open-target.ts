import { startDatastore } from '../../datastore/index.js';
import type { ResolvedMirrorOptions } from '../options.js';
import { type Connection, openTarget } from '../rpc/connection.js';

/** The target, open; `close` ends what was started for it. */
export interface Target {
  connection: Connection;
  close(): Promise<void>;
}

/** Opens the target, for which an embedded Datastore is started where it is a folder. */
export async function openCopyTarget({ target, data }: ResolvedMirrorOptions): Promise<Target> {
  if (data === undefined) {
    const connection = await openTarget(target);
    return { connection, close: async () => connection.close() };
  }
  const datastore = await startDatastore({ data });
  const connection = await openTarget({ ...target, host: datastore.address });
  return {
    connection,
    close: async () => {
      connection.close();
      await datastore.stop();
    },
  };
}
