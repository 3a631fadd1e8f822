import type { Handler } from '../handler.js';
import { installInterceptor } from '../http/interceptor.js';
import { testMode } from '../modules/container.js';
import { getRuntime } from '../runtime.js';
import { activate } from './activate.js';
import { readTestModeRequest } from './app-test-variable.js';
import type { ActivateOptions } from './options.js';
import { protect } from './protect.js';
import { serveContainer } from './serve-container.js';

/** What {@link setup} returns. */
export interface AppTest {
  /** Whether test mode is on. */
  isActive: boolean;
  /** Mount it first: the guard where test mode is off, `/_test` where it is on. */
  middleware: Handler;
}

/**
 * Sets the process up as `APP_TEST` says: off, nothing but the production guard; on, test mode.
 *
 * @param options As for `activate()`; `namespace` beats the one that `APP_TEST` names.
 * @example
 * ```ts
 * import { setup } from 'app-test/server'; // before every other import
 * const appTest = await setup();
 * app.use(appTest.middleware);
 * ```
 * @throws {AppTestError} What `activate()` throws.
 */
export async function setup(options: ActivateOptions = {}): Promise<AppTest> {
  const request = readTestModeRequest();
  installInterceptor(serveContainer);
  if (!request.isOn) return { isActive: false, middleware: protect() };
  getRuntime().servesContainer = true;
  await activate({ namespace: request.namespace, ...options });
  return { isActive: true, middleware: testMode() };
}
