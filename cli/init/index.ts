export { resolveInitOptions } from './options.js';
export { Cancelled } from './questions.js';
export { runInit } from './run-init.js';
