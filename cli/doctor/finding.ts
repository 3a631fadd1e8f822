/** How one thing that was looked at turned out. */
export type FindingResult = 'ok' | 'warning' | 'failure' | 'skipped';

/** What a check has to say about one thing. */
export interface Finding {
  result: FindingResult;
  /** What was seen; of what was skipped, why. */
  seen: string;
  /** Why it matters. Absent where nothing is wrong. */
  why?: string;
  /** What to do about it. Absent where nothing is wrong. */
  next?: string;
}

/** A finding that is wrong, or may be. */
export interface Problem {
  seen: string;
  why: string;
  next: string;
}

export const ok = (seen: string): Finding => ({ result: 'ok', seen });
export const skipped = (seen: string): Finding => ({ result: 'skipped', seen });
export const warning = (problem: Problem): Finding => ({ result: 'warning', ...problem });
export const failure = (problem: Problem): Finding => ({ result: 'failure', ...problem });
