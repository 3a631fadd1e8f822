import { fileURLToPath } from 'node:url';

const framePattern = /(?:\(|\bat (?:async )?)((?:file:\/\/|\/|[A-Za-z]:\\)[^()]+?):\d+:\d+\)?$/;

/**
 * The file whose code called a function, without the query by which reloading loaders tell a module's versions apart;
 * `undefined` where the stack does not say, as in evaluated code.
 */
export function findCallingFile(callee: (...args: never[]) => unknown): string | undefined {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, callee);
  const [, frame] = (holder.stack ?? '').split('\n');
  const place = framePattern.exec(frame ?? '')?.[1]?.replace(/[?#].*$/, '');
  return place?.startsWith('file://') === true ? fileURLToPath(place) : place;
}
