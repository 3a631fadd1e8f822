/** Why `fetch` failed: it says no more than "fetch failed" and hides the rest in `cause`. */

/** Says whether nobody listens at the address: the one failure worth waiting for. */
export function isRefused(error: unknown): boolean {
  return listCodes(error).includes('ECONNREFUSED');
}

/** What happened and what to do, for an error that `fetch` threw. */
export function explainFailure(url: string, error: unknown): { message: string; next: string } {
  const code = listCodes(error)[0] ?? findDeepest(error);
  const message = `The server at ${url} cannot be reached: ${code}.`;
  if (isRefused(error)) {
    return {
      message,
      next: 'Nobody listens there: start the server with APP_TEST=1, or correct the URL.',
    };
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
    return {
      message,
      next: 'Its certificate is not trusted here: name its authority in NODE_EXTRA_CA_CERTS.',
    };
  }
  return { message, next: 'Correct the URL, or see what stands between.' };
}

/** System error codes down the causes; a host with several addresses fails with several errors. */
function listCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...(typeof code === 'string' ? [code] : []), ...inner.flatMap(listCodes)];
}

function findDeepest(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : findDeepest(error.cause);
}
