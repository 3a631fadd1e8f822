import { styleText } from 'node:util';
import type { Diagnosis, ReportedFinding } from './diagnose.js';
import type { FindingResult } from './finding.js';

const results: readonly FindingResult[] = ['failure', 'warning', 'ok', 'skipped'];
const colours = { ok: 'green', warning: 'yellow', failure: 'red', skipped: 'gray' } as const;
const resultWidth = 9;
const titleWidth = 18;

/** How often each result was found. */
export function countResults({ findings }: Diagnosis): Record<FindingResult, number> {
  const entries = results.map((result) => [
    result,
    findings.filter((finding) => finding.result === result).length,
  ]);
  return Object.fromEntries(entries) as Record<FindingResult, number>;
}

/** The diagnosis for people. */
export function renderText(diagnosis: Diagnosis, isColoured: boolean): string {
  const { version, folder, urls, findings } = diagnosis;
  const against = urls.length === 0 ? 'no server' : urls.join(', ');
  const counts = countResults(diagnosis);
  const total = results
    .filter((result) => counts[result] > 0)
    .map((result) => nameCount(result, counts[result]));
  return [
    `app-test doctor ${version}: ${folder}, ${against}`,
    '',
    ...joinSkipped(findings).flatMap((finding) => renderFinding(finding, isColoured)),
    '',
    `${total.join(', ')}.`,
    '',
  ].join('\n');
}

/** The diagnosis for programs; docs/cli.md describes its shape. */
export function renderJson(diagnosis: Diagnosis): string {
  const { version, folder, urls, findings } = diagnosis;
  const counts = countResults(diagnosis);
  const shown = findings.map(({ check, title, result, seen, why, next }) => ({
    check,
    title,
    result,
    seen,
    why: why ?? null,
    next: next ?? null,
  }));
  const report = { version, folder, urls, passed: counts.failure === 0, counts, findings: shown };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Checks that were skipped for one reason are told in one line. */
function joinSkipped(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const joined: ReportedFinding[] = [];
  for (const finding of findings) {
    const { result, seen, title } = finding;
    const last = joined.at(-1);
    const isSame = result === 'skipped' && last?.result === 'skipped' && last.seen === seen;
    if (isSame) joined[joined.length - 1] = { ...last, title: `${last.title}, ${title}` };
    else joined.push(finding);
  }
  return joined;
}

function renderFinding(finding: ReportedFinding, isColoured: boolean): string[] {
  const { result, title, seen, why, next } = finding;
  const shownResult = result.padEnd(resultWidth);
  const head = isColoured ? styleText(colours[result], shownResult) : shownResult;
  const indent = ' '.repeat(resultWidth + titleWidth);
  const indented = (text: string) => text.replaceAll('\n', `\n${indent}`);
  return [
    // Titles that are too long for their column stand in a line of their own.
    `${head}${title.length < titleWidth ? title.padEnd(titleWidth) : `${title}\n${indent}`}${indented(seen)}`,
    ...(why === undefined ? [] : [`${indent}${indented(why)}`]),
    ...(next === undefined ? [] : [`${indent}→ ${indented(next)}`]),
  ];
}

function nameCount(result: FindingResult, count: number): string {
  if (result === 'ok' || result === 'skipped') return `${count} ${result}`;
  return `${count} ${result}${count === 1 ? '' : 's'}`;
}
