import { randomInt } from 'node:crypto';
import type { Terminal } from './terminal.js';

/** What became of the question for a PIN. */
export type PinAnswer = 'right' | 'wrong' | 'none';

/** How long somebody may think, in milliseconds. */
const longestThought = 120_000;

/** Shows what is at stake and a fresh PIN, and says whether somebody typed it. One try. */
export async function requestPin(
  terminal: Terminal,
  stakes: string,
  signal: AbortSignal,
): Promise<PinAnswer> {
  const pin = randomInt(1_000_000).toString().padStart(6, '0');
  terminal.write(stakes);
  terminal.write(`Type ${pin.split('').join(' ')} to go on, anything else to stop: `);
  const timeout = AbortSignal.timeout(longestThought);
  const answer = await terminal.readLine(AbortSignal.any([signal, timeout])).catch((error) => {
    if (timeout.aborted && !signal.aborted) return null;
    throw error;
  });
  if (answer === null) return 'none';
  return answer.replace(/\s/g, '') === pin ? 'right' : 'wrong';
}
