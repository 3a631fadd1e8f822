import {
  type BootstrapName,
  bootstrapNames,
  configPath,
  containerPath,
} from '../../protocol/index.js';
import type { HandlerRequest } from '../handler.js';

const bootstrapTargets: ReadonlyMap<string, BootstrapName> = new Map(
  bootstrapNames.flatMap((name) => [
    [`${configPath}/${name}`, name] as const,
    [`/json${configPath}/${name}`, name] as const,
  ]),
);

/** The request's path as it was sent: neither decoded nor normalised, without the query. */
export function rawPath(request: HandlerRequest): string {
  return rawTarget(request).split(/[?#]/, 1)[0]!;
}

/** The request's target as it was sent, query included. */
export function rawTarget(request: HandlerRequest): string {
  return request.originalUrl ?? request.url ?? '';
}

/** The request's query; empty where there is none. */
export function readQuery(request: HandlerRequest): URLSearchParams {
  const target = rawTarget(request);
  const start = target.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
}

/**
 * Names the bootstrap endpoint that a path addresses; `undefined` for every other path, however near:
 * nothing encoded, dotted, doubled, deeper or in another case is one.
 */
export function classifyBootstrap(path: string): BootstrapName | undefined {
  return bootstrapTargets.get(path);
}

/**
 * Says whether a path may lie under `/_test`. Wide on purpose: encoded, doubled, dotted and upper-case
 * spellings count too, because a router behind us may read them so.
 */
export function isUnderContainer(path: string): boolean {
  const loose = path
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase()
    .replace(/[\\/]+/g, '/')
    .replace(/\/\.(?=\/|$)/g, '');
  return loose.includes(`${containerPath}/`) || loose.endsWith(containerPath);
}
