export type { Expectations } from './expectations.js';
export { finish } from './finish.js';
export type { RequestOptions, RequireOptions } from './options.js';
export { requireTestMode } from './require-test-mode.js';
export {
  AppTestError,
  type ErrorCode,
  type FinishResponse,
  isAppTestError,
  type StatusResponse,
  tokenCookieName,
} from '../protocol/index.js';
