import type { EventEmitter } from 'node:events';
import { currentSession, runInSession } from './session-context.js';

const sessionOfEmitter = Symbol.for('app-test.session-of-emitter');

type BoundEmitter = EventEmitter & { [sessionOfEmitter]?: string };

/**
 * Makes every listener of these emitters run in the session current now.
 *
 * Node loses an AsyncLocalStorage store in body parsers, late events of request and response, and the data of an upgraded
 * socket. Only the session is bound: a store of the app's own stays as Node has it.
 */
export function bindEmitter(...emitters: EventEmitter[]): void {
  const session = currentSession();
  for (const emitter of emitters as BoundEmitter[]) {
    const isBound = emitter[sessionOfEmitter] !== undefined;
    Object.defineProperty(emitter, sessionOfEmitter, { value: session, configurable: true });
    if (!isBound) bindEmit(emitter);
  }
}

function bindEmit(emitter: BoundEmitter): void {
  const emit = Reflect.get(emitter, 'emit') as (...args: unknown[]) => boolean;
  const boundEmit = function (this: BoundEmitter, ...args: unknown[]): boolean {
    return runInSession(emitter[sessionOfEmitter] ?? '', () => emit.apply(this, args));
  };
  Object.defineProperty(emitter, 'emit', {
    value: boundEmit,
    configurable: true,
    writable: true,
    enumerable: false,
  });
}
