import { checkName } from '../../protocol/index.js';

/** What the variable `APP_TEST` asks for. */
export type TestModeRequest =
  | { isOn: false }
  | {
      isOn: true;
      /** Null is the default namespace. */
      namespace: string | null;
    };

const offWords = new Set(['', '0', 'off', 'false']);
const onWords = new Set(['1', 'true', 'on']);

/**
 * Reads `APP_TEST`: unset, empty, `0`, `off`, `false` are off; `1`, `true`, `on` are on with the default
 * namespace; anything else is on with that namespace. Trimmed; the words in any case.
 *
 * @throws {AppTestError} `NAME_INVALID` for what is no namespace.
 */
export function readTestModeRequest(value = process.env.APP_TEST): TestModeRequest {
  const text = (value ?? '').trim();
  if (offWords.has(text.toLowerCase())) return { isOn: false };
  if (onWords.has(text.toLowerCase())) return { isOn: true, namespace: null };
  return { isOn: true, namespace: checkName('namespace', text, 'APP_TEST') };
}
