/**
 * The namespace that a session's data are in, where the app names none: the server's own for the process session, which
 * has no name, and `<namespace>.<session>..` for a named one. Null is the default namespace.
 */
export function sessionNamespace(namespace: string | null, session: string): string | null {
  return session === '' ? namespace : `${namespace ?? ''}.${session}..`;
}

/** The inverse of {@link sessionNamespace}; `undefined` for a namespace that is not that session's. */
export function baseNamespace(
  namespace: string | null,
  session: string,
): string | null | undefined {
  if (session === '') return namespace;
  const ending = `.${session}..`;
  if (namespace?.endsWith(ending) !== true) return undefined;
  return namespace.slice(0, -ending.length) || null;
}
