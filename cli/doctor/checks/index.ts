import type { Check } from '../check.js';
import { datastoreCopiesCheck } from './datastore-copies.js';
import { expectationsCheck } from './expectations.js';
import { nodeCheck } from './node.js';
import { peersCheck } from './peers.js';
import { preloadCheck } from './preload.js';
import { serverCheck } from './server.js';

/** Every check, in the order in which they are told: what is here first, then the server. */
export const checks: readonly Check[] = [
  nodeCheck,
  peersCheck,
  datastoreCopiesCheck,
  preloadCheck,
  serverCheck,
  expectationsCheck,
];
