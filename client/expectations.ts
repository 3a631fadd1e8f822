import {
  AppTestError,
  checkName,
  checkOptionNames,
  defaultDatabase,
  quoteValue,
} from '../protocol/index.js';

/** What the server must prove to be (spec 5, rule 4). An option beats its environment variable. */
export interface Expectations {
  /** The target database. @default APP_TEST_DATABASE, else 'app-tests' */
  database?: string | undefined;
  /**
   * The session's namespace; `''` or `null` is the default namespace.
   * @default APP_TEST_NAMESPACE, else not checked
   */
  namespace?: string | null | undefined;
  /** The Google Cloud project. @default APP_TEST_PROJECT_ID, else not checked */
  projectId?: string | undefined;
  /** Lowercase hexadecimal SHA-256 of the token, 64 characters. @default not checked */
  tokenHash?: string | undefined;
}

/** {@link Expectations} with everything decided; `undefined` is not checked. */
export interface ResolvedExpectations {
  /** What the options are called in messages: `testModeOptions`. */
  readonly owner: string;
  readonly database: string;
  readonly namespace: string | null | undefined;
  readonly projectId: string | undefined;
  readonly tokenHash: string | undefined;
}

/** The names of {@link Expectations}. */
export const expectationNames = ['database', 'namespace', 'projectId', 'tokenHash'] as const;

/**
 * Decides what is expected: option, then environment, then default.
 *
 * @param owner - Prefix of an option in messages: `testModeOptions`.
 * @throws {AppTestError} `OPTION_UNKNOWN`, `OPTION_INVALID` or `NAME_INVALID`.
 */
export function resolveExpectations(
  expected: Expectations = {},
  owner = 'expected',
  environment: NodeJS.ProcessEnv = process.env,
): ResolvedExpectations {
  const given: unknown = expected;
  checkOptionNames(owner, given, expectationNames);
  const read = (option: 'database' | 'namespace' | 'projectId', variable: string) => {
    const value = expected[option];
    if (value !== undefined) return { value, source: `${owner}.${option}` };
    // An empty variable is an unset one, but for the namespace, where empty has a meaning.
    const variableValue = environment[variable];
    const isSet = variableValue !== undefined && (variableValue !== '' || option === 'namespace');
    return isSet ? { value: variableValue.trim(), source: variable } : null;
  };
  const database = read('database', 'APP_TEST_DATABASE');
  const namespace = read('namespace', 'APP_TEST_NAMESPACE');
  const projectId = read('projectId', 'APP_TEST_PROJECT_ID');
  return Object.freeze({
    owner,
    database:
      database === null ? defaultDatabase : checkName('database', database.value, database.source),
    namespace:
      namespace === null
        ? undefined
        : namespace.value === '' || namespace.value === null
          ? null
          : checkName('namespace', namespace.value, namespace.source),
    projectId:
      projectId === null ? undefined : checkName('projectId', projectId.value, projectId.source),
    tokenHash: checkTokenHash(expected.tokenHash, owner),
  });
}

function checkTokenHash(value: string | undefined, owner: string): string | undefined {
  if (value === undefined || /^[0-9a-f]{64}$/.test(value)) return value;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `${owner}.tokenHash is ${quoteValue(value)}.`,
    next: 'Give the 64 lowercase hexadecimal digits that status reports as token_hash.',
    details: { option: 'tokenHash' },
  });
}
