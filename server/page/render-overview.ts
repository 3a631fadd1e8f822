import { containerPath, hashToken } from '../../protocol/index.js';
import { escapeHtml, renderPage } from '../http/page.js';
import { getRuntime } from '../runtime.js';
import { listSessions, readNamespace, readToken } from '../session/sessions.js';
import { getSessionState, type SessionRecord } from '../session/state.js';
import { requireTriple } from '../session/triple.js';
import { countEntities, type KindCount } from './count-entities.js';

/** The page about this server's sessions, and the data of one of them. */
export async function renderOverview(session: string): Promise<string> {
  const { database, projectId } = requireTriple();
  const now = getSessionState().now().getTime();
  const { counts, truncated } = await countEntities(session);
  const own = listSessions().find(({ name }) => name === session);
  const token = own === undefined ? null : readToken(own);
  return renderPage(
    'Test mode',
    `<dl>
<dt>Database</dt><dd>${escapeHtml(database)}</dd>
<dt>Namespace</dt><dd>${escapeHtml(readNamespace(session) ?? '(default)')}</dd>
<dt>Project</dt><dd>${escapeHtml(projectId)}</dd>
<dt>Session of this browser</dt><dd>${escapeHtml(describeName(session))}</dd>
<dt>Token hash</dt><dd>${token === null ? 'none' : hashToken(token)}</dd>
</dl>
<h2>Sessions</h2>
${renderTable(
  ['Session', 'Open since', 'Leases'],
  listOpen().map((record) => renderSession(record, now)),
)}
<h2>Data of this session</h2>
${counts.length === 0 ? '<p>No entities.</p>' : renderTable(['Kind', 'Namespace', 'Entities'], counts.map(renderCount))}
${truncated ? '<p>There are more: counting stopped.</p>' : ''}
<form method="post" action="${containerPath}/?do=reset"><button>Reset: delete the data of this session</button></form>
<form method="post" action="${containerPath}/?do=finish"><button>Finish: end this session</button></form>
<p><a href="/">Go to the application</a></p>`,
  );
}

function listOpen(): SessionRecord[] {
  return listSessions().filter((record) => readToken(record) !== null);
}

function renderSession(record: SessionRecord, now: number): string[] {
  const leaseMs = getRuntime().leaseSeconds * 1000;
  const leases = [...record.leases].map(([id, expiresAt]) => {
    const renewed = describeAge(now - (expiresAt - leaseMs));
    return `${escapeHtml(id)}: renewed ${renewed} ago, ends in ${describeAge(expiresAt - now)}`;
  });
  return [
    escapeHtml(describeName(record.name)),
    `${describeAge(now - record.openedAt)} ago`,
    leases.join('<br>') || 'none',
  ];
}

function renderCount({ appDatabase, appNamespace, kind, count }: KindCount): string[] {
  const database = appDatabase === '' ? '' : ` of database ${appDatabase}`;
  return [escapeHtml(kind), escapeHtml(`${appNamespace || '(default)'}${database}`), String(count)];
}

function describeName(session: string): string {
  return session === '' ? '(the process session)' : session;
}

/** Two units are enough for people. */
function describeAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** @param rows HTML already. */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => cells('td', row)).join('\n');
  return `<table>\n<thead>${cells('th', head)}</thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
}
