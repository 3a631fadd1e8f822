import type { ServerResponse } from 'node:http';
import type { SetCookie } from 'cookie';
import type { Handler, HandlerRequest } from '../handler.js';

/** What an action of a test module gets beside its payload. */
export interface ActionContext {
  request: HandlerRequest;
  response: ServerResponse;
  /** The session the request belongs to. */
  session: {
    /** Empty is the process session. */
    name: string;
    database: string;
    /** Null is the default namespace. */
    namespace: string | null;
    projectId: string;
  };
  /**
   * Sets a cookie on the response. `testMode.call` returns it to the test, which can hand it to a browser
   * context.
   */
  setCookie(name: string, value: string, options?: Omit<SetCookie, 'name' | 'value'>): void;
}

/**
 * One action of a test module: gets the parsed JSON payload, returns what JSON can hold. It runs against the
 * test database, through the application's own code.
 */
// The payload is whatever the action declares; the wire can't promise more than JSON.
// oxlint-disable-next-line typescript/no-explicit-any
export type TestAction = (payload: any, context: ActionContext) => unknown;

/** A test module: its actions by name. */
export type TestModule = Record<string, TestAction>;

/** What can be registered: actions, or a handler that serves everything below the module's path. */
export type TestModuleSource = TestModule | Handler;

/**
 * Types a test module. The function returns what it gets.
 *
 * @example
 * ```ts
 * export default defineTestModule({
 *   async fill({ products }: { products: string[] }) {
 *     for (const name of products) await addProduct(name);
 *     return { added: products.length };
 *   },
 * });
 * ```
 */
export function defineTestModule<T extends TestModule>(module: T): T {
  return module;
}
