/**
 * The annotation through which a test tells the reporter what it ran against. Annotations are the
 * one channel from worker to reporter that survives shards, blobs and `merge-reports`.
 */

/** The type of the annotation that every test of ours carries. */
export const annotationType = 'app-test';

/** The annotation's description, as JSON. Field names are the wire's. */
export interface TestAnnotation {
  mode: 'test' | 'guarded';
  /** The backend's URL, without credentials. */
  url: string;
  /** Null in Guarded Mode, like everything below: the server was not asked. */
  database: string | null;
  namespace: string | null;
  project_id: string | null;
  token_hash: string | null;
  server_version: string | null;
}

/** Renders the annotation for `testInfo.annotations`. */
export function toAnnotation(annotation: TestAnnotation): { type: string; description: string } {
  return { type: annotationType, description: JSON.stringify(annotation) };
}

/** Finds and reads our annotation among a test's; `undefined` if there is none that can be read. */
export function findAnnotation(
  annotations: readonly { type: string; description?: string | undefined }[],
): TestAnnotation | undefined {
  const found = annotations.find(({ type }) => type === annotationType);
  try {
    const value = JSON.parse(found?.description ?? 'null') as TestAnnotation | null;
    return typeof value?.url === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
