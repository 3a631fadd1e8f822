export type { RunCounts } from './count-outcomes.js';
export type { ReporterOptions } from './options.js';
export { default } from './reporter.js';
export type { RunRecord } from './run-record.js';
