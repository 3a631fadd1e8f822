import { isAppTestError } from '../../protocol/index.js';
import { type CallScope, encodeAppNamespace } from './call-scope.js';
import { decodeNamespace } from './namespace-encoding.js';

/** Makes an error of the target speak of what the app addressed. The error object stays the same. */
export function rewriteError(error: unknown, scope: CallScope): unknown {
  if (typeof error !== 'object' || error === null || isAppTestError(error)) return error;
  const fields = error as Record<string, unknown>;
  for (const name of ['message', 'details', 'stack']) {
    const text = fields[name];
    if (typeof text === 'string') setField(fields, name, rewriteErrorText(text, scope));
  }
  return error;
}

/** Texts as the emulators and the service write them. */
export function rewriteErrorText(text: string, scope: CallScope): string {
  const { target } = scope;
  const { appProjectId: projectId, appDatabase: databaseId } = scope;
  const ownNamespace = encodeAppNamespace(scope, '', '');
  return (
    text
      // Text format of a key: a field with its default value is left out.
      .replace(/^(\s*name_space: )"([^"]*)"\n?/gm, (_, field: string, encoded: string) => {
        const name = unmapNamespace(encoded, scope);
        return name === '' ? '' : `${field}"${name}"\n`;
      })
      .replace(fieldPattern('database_id', target.database), (_, field: string) =>
        databaseId ? `${field}"${databaseId}"\n` : '',
      )
      // project#database!namespace, without the parts that are empty
      .replace(referencePattern(target), (_, database?: string, encoded?: string) => {
        const name = encoded === undefined ? '' : unmapNamespace(encoded, scope);
        const isNamed = database !== undefined && databaseId !== '';
        return projectId + (isNamed ? `#${databaseId}` : '') + (name === '' ? '' : `!${name}`);
      })
      .replace(
        new RegExp(`(\\bdatabases?[/ '"]+)${escape(target.database)}(?![\\w-])`, 'g'),
        (_, before: string) => before + (databaseId || '(default)'),
      )
      .replace(/[\w.-]*\.[\w.-]*\.[\w.-]*\.[\w.-]*/g, (token) => unmapNamespace(token, scope))
      .replace(
        new RegExp(`(namespace[^\\w]{0,3}(?:is )?['"]?)${escape(ownNamespace)}(?![\\w.-])`, 'g'),
        (match, before: string) => (ownNamespace === '' ? match : before),
      )
      .replace(new RegExp(`(?<![\\w-])${escape(target.projectId)}(?![\\w-])`, 'g'), projectId)
  );
}

function unmapNamespace(encoded: string, scope: CallScope): string {
  const parts = decodeNamespace(encoded);
  const isOurs = parts !== undefined && parts.namespace === scope.target.namespace;
  return isOurs ? parts.appNamespace : encoded;
}

function fieldPattern(field: string, value: string): RegExp {
  return new RegExp(`^(\\s*${field}: )"${escape(value)}"\\n?`, 'gm');
}

function referencePattern({ projectId, database }: CallScope['target']): RegExp {
  return new RegExp(`\\b${escape(projectId)}(?=[#!])(#${escape(database)})?(?:!([\\w.-]+))?`, 'g');
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function setField(fields: Record<string, unknown>, name: string, value: string): void {
  try {
    Object.defineProperty(fields, name, { value, configurable: true, writable: true });
  } catch {
    // A frozen error stays as it is.
  }
}
