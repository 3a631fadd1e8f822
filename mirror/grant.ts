import { AppTestError } from '../protocol/index.js';
import { openTerminal, requestPin, type Terminal } from '../terminal/index.js';

/**
 * Lets a copy begin only when somebody at a terminal, who was shown what is copied where, has typed the PIN.
 *
 * @throws {AppTestError} `MIRROR_NO_TERMINAL` or `MIRROR_PIN_WRONG`.
 */
export async function requireCopyGrant(stakes: string, signal: AbortSignal): Promise<void> {
  const terminal = openCopyTerminal();
  try {
    const answer = await requestPin(terminal, `\n[app-test] COPY\n${stakes}\n\n`, signal);
    if (answer === 'right') return;
    throw new AppTestError({
      code: 'MIRROR_PIN_WRONG',
      message:
        answer === 'none'
          ? 'The copy was not granted: no PIN was typed.'
          : 'The copy was not granted: what was typed is not the PIN.',
      next: 'Nothing was copied. Run again for a new PIN, or with --dry-run to look only.',
    });
  } finally {
    terminal.close();
  }
}

function openCopyTerminal(): Terminal {
  try {
    return openTerminal();
  } catch (cause) {
    throw new AppTestError({
      code: 'MIRROR_NO_TERMINAL',
      message: 'A copy asks for a PIN that must be typed at a terminal, and there is none.',
      next: 'Nothing was copied. Run it from a terminal, or with --dry-run to look only.',
      cause,
    });
  }
}
