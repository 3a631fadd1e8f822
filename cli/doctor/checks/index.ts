import type { Check } from '../check.js';
import { clockCheck } from './clock.js';
import { cookieHostsCheck } from './cookie-hosts.js';
import { datastoreCopiesCheck } from './datastore-copies.js';
import { emulatorCheck } from './emulator.js';
import { environmentCheck } from './environment.js';
import { expectationsCheck } from './expectations.js';
import { middlewareOrderCheck } from './middleware-order.js';
import { nodeCheck } from './node.js';
import { peersCheck } from './peers.js';
import { preloadCheck } from './preload.js';
import { requestGuardCheck } from './request-guard.js';
import { runnerCheck } from './runner.js';
import { serverCheck } from './server.js';
import { specsCheck } from './specs.js';
import { testModulesCheck } from './test-modules.js';
import { websocketGuardCheck } from './websocket-guard.js';

/** Every check, in the order in which they are told: what is here first, then the server. */
export const checks: readonly Check[] = [
  nodeCheck,
  peersCheck,
  datastoreCopiesCheck,
  preloadCheck,
  environmentCheck,
  testModulesCheck,
  emulatorCheck,
  runnerCheck,
  specsCheck,
  cookieHostsCheck,
  serverCheck,
  expectationsCheck,
  clockCheck,
  requestGuardCheck,
  websocketGuardCheck,
  middlewareOrderCheck,
];
