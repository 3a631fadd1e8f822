import { DatastoreError, Status } from '../errors.js';
import type { Query } from '../query/query.js';
import type { IndexDefinition } from './definition.js';
import { formatIndex } from './format-index.js';
import { isServed } from './is-served.js';
import { listNeeds, recommendIndex } from './list-needs.js';
import type { IndexRecorder } from './index-recorder.js';

/** What becomes of queries that need a composite index: refused without one, written down, or both. */
export class IndexRules {
  private readonly defined: readonly IndexDefinition[] | undefined;
  private readonly recorder: IndexRecorder | undefined;

  /** Without `defined` no query is refused. */
  constructor(
    defined: readonly IndexDefinition[] | undefined,
    recorder: IndexRecorder | undefined,
  ) {
    this.defined = defined;
    this.recorder = recorder;
  }

  /** Refuses a query that the service would refuse, as it does. */
  check(query: Query): void {
    const needs = listNeeds(query);
    for (const need of needs) this.recorder?.record(need);
    const { defined } = this;
    if (defined === undefined) return;
    const missing = needs.filter((need) => !isServed(need, defined));
    if (missing.length === 0) return;
    throw new DatastoreError(
      Status.FAILED_PRECONDITION,
      `no matching index found. recommended index is:\n${missing
        .map((need) => formatIndex(recommendIndex(need)))
        .join('')}`,
    );
  }
}
