/** What the app passes as the second argument of a generated client's method, as far as we read it. */
export interface CallOptions {
  otherArgs?: { headers?: Record<string, unknown> };
  headers?: unknown;
  [option: string]: unknown;
}

// Headers that say which project or database a call is for, or in whose name it is made.
const addressHeaders: ReadonlySet<string> = new Set([
  'x-goog-request-params',
  'google-cloud-resource-prefix',
  'x-goog-user-project',
  'x-goog-api-key',
  'authorization',
  'host',
]);

/**
 * The app's options of a call without anything that addresses or authenticates: time-outs and retries stay, and so do
 * headers for tracing. `otherArgs` can also hold a host, credentials and a metadata builder; none of these are taken over.
 */
export function keepHarmlessOptions(options: CallOptions): CallOptions {
  const { otherArgs, headers: _, ...harmless } = options;
  const headers = Object.entries(otherArgs?.headers ?? {}).filter(
    ([name]) => !addressHeaders.has(name.toLowerCase()) && !name.startsWith(':'),
  );
  return { ...harmless, otherArgs: { headers: Object.fromEntries(headers) } };
}
