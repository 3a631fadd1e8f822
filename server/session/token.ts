import { createHash } from 'node:crypto';

/** What a token is derived from (spec 2.2). */
export interface TokenSource {
  database: string;
  /** Null is the default namespace. */
  namespace: string | null;
  projectId: string;
  /** Name of a session beside the process's own; empty for that one. */
  session?: string;
}

const versionLabel = 'app-test-token-v1';

/**
 * Derives the token of one UTC day: URL-safe base64 of a SHA-256 digest without padding, 43
 * characters. Deterministic and no secret (spec 2.2).
 *
 * @param day UTC calendar day, `YYYY-MM-DD`.
 */
export function deriveToken(source: TokenSource, day: string): string {
  // JSON keeps the parts apart: no two different lists of strings have the same text.
  const parts = [versionLabel, source.database, source.namespace ?? '', source.projectId, day];
  if (source.session) parts.push(source.session);
  return createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('base64url');
}

/** The UTC calendar day of a moment, `YYYY-MM-DD`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The UTC calendar day before a moment's. */
export function utcDayBefore(moment: Date): string {
  return utcDay(new Date(moment.getTime() - millisecondsPerDay));
}

/** Seconds until the next UTC midnight, at least 1. */
export function secondsUntilMidnight(moment: Date): number {
  return Math.ceil((millisecondsPerDay - (moment.getTime() % millisecondsPerDay)) / 1000);
}

/** Seconds since the last UTC midnight. */
export function secondsSinceMidnight(moment: Date): number {
  return (moment.getTime() % millisecondsPerDay) / 1000;
}

const millisecondsPerDay = 86_400_000;
