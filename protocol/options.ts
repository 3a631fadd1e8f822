import { AppTestError } from './errors.js';
import { quoteValue } from './names.js';

/**
 * Refuses an options object with a key that is not known, naming the nearest known one.
 *
 * @throws {AppTestError} `OPTION_UNKNOWN` for an unknown key, `OPTION_INVALID` if it is no object.
 */
export function checkOptionNames(
  owner: string,
  options: unknown,
  known: readonly string[],
): asserts options is Record<string, unknown> {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `${owner} takes an object of options, not ${quoteValue(options)}.`,
      next: `Known options: ${known.join(', ')}.`,
    });
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const nearest = findNearestName(name, known);
    throw new AppTestError({
      code: 'OPTION_UNKNOWN',
      message: `${owner} has no option ${quoteValue(name)}.`,
      next:
        nearest === undefined
          ? `Known options: ${known.join(', ')}.`
          : `Did you mean '${nearest}'? Known options: ${known.join(', ')}.`,
      details: { option: name, nearest },
    });
  }
}

/** The known name with the fewest edits to a given one, if it is near enough to be meant. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({
      candidate,
      distance: countEdits(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best === undefined) return undefined;
  return best.distance <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}

/** Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, substitution));
    }
    previous = row;
  }
  return previous[b.length]!;
}
