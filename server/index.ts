import { prepareProcess } from './activation/import-time.js';

export { activate } from './activation/activate.js';
export type { ActivateOptions } from './activation/options.js';
export { protect } from './activation/protect.js';
export { type AppTest, setup } from './activation/setup.js';
export { type BaselineSeed, registerSeed, type Seed } from './data/seeds.js';
export type { Handler, HandlerRequest } from './handler.js';
export { registerFinishHook, registerStatusHook } from './hooks.js';
export { captureLogs, type CaptureLogsOptions } from './logs/capture-logs.js';
export { logLine } from './logs/log-line.js';
export { testMode } from './modules/container.js';
export { registerTestModule } from './modules/registry.js';
export {
  type ActionContext,
  defineTestModule,
  type TestAction,
  type TestModule,
  type TestModuleSource,
} from './modules/test-module.js';
export { session } from './session/session.js';
export type { Hook, HookContext, HookResult } from './session/state.js';
export type { ActivationTriple } from './session/triple.js';
export { AppTestError, type ErrorCode, isAppTestError } from '../protocol/index.js';

prepareProcess();
