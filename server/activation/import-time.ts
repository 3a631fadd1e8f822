import { isDevServer, isProductionServer } from '../dev-server.js';
import { installInterceptor } from '../http/interceptor.js';
import { installRedirect } from '../redirect/index.js';
import { getRuntime } from '../runtime.js';
import { readTestModeRequest } from './app-test-variable.js';
import { serveContainer } from './serve-container.js';

/**
 * What importing app-test does before any other module of the app runs: with `APP_TEST` on, RPCs wait and requests are
 * refused until activation; on any other development server RPCs are watched, so that a later `activate()` knows
 * whether one has left. Elsewhere nothing.
 */
export function prepareProcess(): void {
  const runtime = getRuntime();
  // A production server refuses test mode in setup(); holding its RPCs until then would be an outage.
  if (isTestModeAsked() && !isProductionServer()) {
    if (runtime.phase !== 'off') return;
    runtime.phase = 'activating';
    installInterceptor(serveContainer);
    installRedirect().wait();
  } else if (isDevServer()) {
    installRedirect();
  }
}

/** A malformed APP_TEST counts as on: it is refused where it can be explained, by setup(). */
function isTestModeAsked(): boolean {
  try {
    return readTestModeRequest().isOn;
  } catch {
    return true;
  }
}
