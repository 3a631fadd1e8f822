import { existsSync, readFileSync } from 'node:fs';

/** Tests of a JSON report by title. */
export type ReportedTests = Readonly<Record<string, ReportedTest>>;

interface ReportedTest {
  status: string;
  results: ReportedResult[];
  annotations: { type: string; description?: string }[];
}

interface ReportedResult {
  status: string;
  workerIndex: number;
  error?: { message: string };
  attachments: { name: string; contentType: string; body?: string; text: string }[];
}

interface JsonSuite {
  suites?: JsonSuite[];
  specs?: {
    title: string;
    tests: {
      status: string;
      annotations: ReportedTest['annotations'];
      results: ReportedTest['results'];
    }[];
  }[];
}

/** Reads what Playwright's JSON reporter wrote, if the run got as far. */
export function readReport(file: string): ReportedTests {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const tests: Record<string, ReportedTest> = {};
  const collect = ({ suites = [], specs = [] }: JsonSuite): void => {
    for (const { title, tests: runs } of specs) {
      // --repeat-each and projects give a title several tests.
      for (const { status, results, annotations } of runs) {
        for (const result of results) {
          // Playwright adds some of its own.
          result.attachments = result.attachments
            .filter(({ name }) => name.startsWith('app-test '))
            .map(({ body = '', ...kept }) => ({ ...kept, text: decode(body) }));
        }
        tests[title] = {
          status,
          annotations,
          results: [...(tests[title]?.results ?? []), ...results],
        };
      }
    }
    for (const suite of suites) collect(suite);
  };
  collect(JSON.parse(text) as JsonSuite);
  return tests;
}

function decode(body: string): string {
  return Buffer.from(body, 'base64').toString('utf8');
}
