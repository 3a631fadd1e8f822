import type { CallerPolicy } from './http/caller.js';
import type { LogBuffer } from './logs/log-buffer.js';

/** How far this process has come. */
export type RuntimePhase =
  /** Test mode is off: nothing but the guard. */
  | 'off'
  /** Test mode was asked for, and activation has not finished: everything is refused. */
  | 'activating'
  /** Activation succeeded. */
  | 'active'
  /** Activation failed: everything is refused. */
  | 'failed';

/** What the HTTP side of this process needs to know beside the session state. */
export interface Runtime {
  phase: RuntimePhase;
  policy: CallerPolicy;
  corsPreflight: 'refuse' | 'pass';
  /** Seconds until a lease expires that nobody renews. */
  leaseSeconds: number;
  /** Whether the check itself serves `/_test`, because no route of the app does. */
  servesContainer: boolean;
  log: (line: string) => void;
  /** The activation that is running or was the last; the next one waits for it. */
  activation: Promise<void> | undefined;
  /** Counts resets, so that an activation notices one that overtakes it. */
  resets: number;
  /** The last change of each session. */
  turns: Map<string, Promise<unknown>>;
  /** Wakes when the next lease runs out. */
  leaseTimer: NodeJS.Timeout | undefined;
  /** The last log lines of each session; undefined where nobody asked for them. */
  logs: Map<string, LogBuffer> | undefined;
}

const key = Symbol.for('app-test.runtime.v3');
const holder = globalThis as { [key]?: Runtime };

/** The one runtime of this process, shared by every copy of the package. */
export function getRuntime(): Runtime {
  holder[key] ??= {
    phase: 'off',
    policy: { allowedOrigins: [], allowedHosts: [] },
    corsPreflight: 'refuse',
    leaseSeconds: 60,
    servesContainer: false,
    log: (line) => void process.stderr.write(`${line}\n`),
    activation: undefined,
    resets: 0,
    turns: new Map(),
    leaseTimer: undefined,
    logs: undefined,
  };
  return holder[key];
}
