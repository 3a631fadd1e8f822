import { hideControls } from '../../protocol/index.js';

/** How far a kind is. Times are in milliseconds. */
export interface KindProgress {
  kind: string;
  total: number;
  done: number;
  /** What was done before this run. */
  before: number;
  begun: number | undefined;
  ended: number | undefined;
}

/** A kind's line: how many of how many, how fast, how long still. */
export function formatKind(
  { kind, total, done, before, begun, ended }: KindProgress,
  width: number,
  now: number,
): string {
  const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  const name = hideControls(kind).padEnd(width);
  if (begun === undefined) return `  ${name}  ${count}`;
  const seconds = Math.max(((ended ?? now) - begun) / 1000, 0.001);
  const rate = (done - before) / seconds;
  const left = rate === 0 || ended !== undefined ? undefined : Math.max(0, total - done) / rate;
  return [
    `  ${name}  ${count}`,
    `${Math.round(rate).toLocaleString('en')}/s`,
    ...(left === undefined ? [] : [`${formatDuration(left)} left`]),
  ].join(', ');
}

/** A time as people say it: `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
