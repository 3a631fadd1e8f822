import type { ListedTest } from './list-tests.js';

// | `3 finish` | What holds. | tests |
const row = /^\| `([0-9][0-9.]*(?: [a-z-]+)?)` +\| (.*?) +\|(?:[^|\\]|\\.)*\|$/;
// spec 3 finish, 2.3 finish: finish disarms
const titlePrefix = /^spec ([^:]*): /;

/** What is wrong between the rules and the tests, one sentence each. */
export function findDrift(document: string, tests: readonly ListedTest[]): string[] {
  const ids = listRules(document);
  const known = new Set(ids);
  const proven = groupByRule(tests);
  const cited = tests.flatMap((test) => citeRules(test.title).map((id) => ({ id, test })));
  return [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `Two rules have the id ${id}.`),
    ...ids.filter((id) => !proven.has(id)).map((id) => `Rule ${id} has no test.`),
    ...cited
      .filter(({ id }) => !known.has(id))
      .map(({ id, test }) => `'${test.title}' (${test.file}) names '${id}', which is no rule.`),
  ];
}

/** Writes the tests of every rule into the last column of its row. */
export function writeTests(document: string, tests: readonly ListedTest[]): string {
  const proven = groupByRule(tests);
  const lines = document.split('\n').map((line) => {
    const [, id, rule] = row.exec(line) ?? [];
    if (id === undefined) return line;
    const cell = (proven.get(id) ?? []).map(formatTest).join('<br>');
    return `| \`${id}\` | ${rule} | ${cell} |`;
  });
  return lines.join('\n');
}

/** The ids of the rules in a test's title. */
export function citeRules(title: string): string[] {
  const prefix = titlePrefix.exec(title)?.[1];
  return prefix === undefined ? [] : prefix.split(', ');
}

function listRules(document: string): string[] {
  return document.split('\n').flatMap((line) => row.exec(line)?.[1] ?? []);
}

function groupByRule(tests: readonly ListedTest[]): Map<string, ListedTest[]> {
  const groups = new Map<string, ListedTest[]>();
  for (const test of tests) {
    for (const id of citeRules(test.title)) {
      const group = groups.get(id) ?? [];
      if (!group.some(({ title, file }) => title === test.title && file === test.file)) {
        group.push(test);
      }
      groups.set(id, group);
    }
  }
  return groups;
}

function formatTest({ title, file }: ListedTest): string {
  const name = title.replace(titlePrefix, '').replaceAll('|', '\\|').replaceAll('`', "'");
  return `[${name}](../${file})`;
}
