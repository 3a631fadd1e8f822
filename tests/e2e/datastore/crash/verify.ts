import assert from 'node:assert/strict';
import type { Database } from './database.js';
import { applyOperation, EMPTY, type State } from './operations.js';
import type { Expected } from './run-round.js';

/**
 * Compares what is there after a restart with what was acknowledged: all of it, and of what was not acknowledged each
 * operation wholly or not at all. Returns what the next round starts from.
 */
export async function verify(database: Database, expected: Expected): Promise<Expected> {
  const states: State[] = [];
  for (const writer of expected.states.keys()) states.push(await database.readState(writer));
  const [x, y] = await database.readShared();
  assert.equal(x, y, 'the two counters of every transaction were counted up together');

  const next = { ...expected, states, shared: x, unanswered: [] };
  const isReset = expected.unanswered.some((operation) => operation?.type === 'reset');
  if (isReset && x === 0 && states.every((state) => isEmpty(state))) return next;

  const sharing = expected.unanswered.filter((operation) => operation?.type === 'share').length;
  assert.ok(
    x >= expected.shared && x <= expected.shared + sharing,
    `${x} of ${expected.shared} acknowledged and ${sharing} unanswered are counted`,
  );
  for (const [writer, state] of states.entries()) {
    const acknowledged = expected.states[writer]!;
    const operation = expected.unanswered[writer];
    if (operation !== undefined && operation.type !== 'reset') {
      if (isSame(state, applyOperation(acknowledged, operation))) continue;
    }
    assert.deepEqual(
      sort(state),
      sort(acknowledged),
      `writer ${writer}, unanswered: ${JSON.stringify(operation)}`,
    );
  }
  return next;
}

function isEmpty(state: State): boolean {
  return isSame(state, EMPTY);
}

function isSame(one: State, other: State): boolean {
  return JSON.stringify(sort(one)) === JSON.stringify(sort(other));
}

function sort({ a, b }: State): Record<string, unknown> {
  return { a: [...a].toSorted(byName), b: [...b].toSorted(byName) };
}

function byName([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : 1;
}
