import type { RunRecord } from './run-record.js';

/** The one line that a run leaves on the terminal. */
export function formatSummaryLine(record: RunRecord, file: string): string {
  const shard = record.shard === null ? '' : ` (shard ${formatShard(record.shard)})`;
  return `app-test: ${formatOutcome(record)}${shard}, ${formatTarget(record)} · ${file}`;
}

/** The run as Markdown, for a job's summary page. */
export function formatJobSummary(record: RunRecord): string {
  const rows = [
    ['Outcome', formatOutcome(record)],
    ['Mode', record.mode ?? 'unknown'],
    ['Server', record.url ?? 'unknown'],
    ['Database', record.database ?? 'unknown'],
    ['Namespaces', formatNamespaces(record.namespaces, 10) || 'unknown'],
    ['Project', record.project_id ?? 'unknown'],
    ['Duration', `${(record.duration_ms / 1000).toFixed(1)} s, up to ${record.workers} workers`],
    ...(record.shard === null ? [] : [['Shard', formatShard(record.shard)]]),
    ['Versions', formatVersions(record.versions)],
    ...(record.git_commit === null ? [] : [['Commit', record.git_commit]]),
    ['Run', record.run_id],
  ];
  const lines = rows.map(([name, value]) => `| ${name} | ${escapeCell(value!)} |`);
  return `### app-test\n\n| | |\n| --- | --- |\n${lines.join('\n')}\n\n`;
}

function formatOutcome({ outcome, failed_in_setup, counts }: RunRecord): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name.replace('_', ' ')}`);
  const where = failed_in_setup ? ' before any test began' : '';
  return `${outcome}${where}${parts.length === 0 ? '' : `, ${parts.join(', ')}`}`;
}

function formatTarget({ mode, url, database, namespaces }: RunRecord): string {
  const server = url ?? 'an unknown server';
  if (mode === null) return server;
  if (mode === 'guarded') return `in Guarded Mode on ${server}`;
  const how = mode === 'mixed' ? 'partly in Guarded Mode' : 'in test mode';
  return `${how} on ${server}, database ${database}, namespace ${formatNamespaces(namespaces, 3)}`;
}

/** With sessions per test there are as many as tests; the record itself holds all. */
function formatNamespaces(namespaces: RunRecord['namespaces'], most: number): string {
  if (namespaces.length > most) return `${namespaces.length} of them`;
  return namespaces.map((namespace) => namespace ?? '(default)').join(', ');
}

function formatShard({ current, total }: NonNullable<RunRecord['shard']>): string {
  return `${current}/${total}`;
}

function formatVersions({ app_test, server, playwright, node }: RunRecord['versions']): string {
  return `app-test ${app_test}, on the server ${server ?? 'unknown'}; Playwright ${playwright}; Node ${node}`;
}

function escapeCell(text: string): string {
  return text.replace(/[\\|`<>*_[\]]/g, '\\$&').replace(/\s+/g, ' ');
}
