import fc from 'fast-check';

/** What a writer asks for. Each has two namespaces of its own, 'a' and 'b', and shares a third with the others. */
export type Operation =
  | { type: 'put'; in: Side[]; names: string[]; n: number; padding: number }
  | { type: 'delete'; in: Side[]; names: string[] }
  | { type: 'increment'; in: Side[]; names: string[] }
  | { type: 'read-then-write'; name: string }
  | { type: 'share' }
  | { type: 'fork'; from: Side; to: Side }
  | { type: 'drop'; namespace: Side }
  | { type: 'reset' };

export type Side = 'a' | 'b';

/** What two namespaces of a writer hold: a number for each name. */
export type State = Record<Side, ReadonlyMap<string, number>>;

export const EMPTY: State = { a: new Map(), b: new Map() };

/** What a writer's namespaces hold once an operation is done. */
export function applyOperation(state: State, operation: Operation): State {
  switch (operation.type) {
    case 'put':
      return edit(state, operation.in, operation.names, () => operation.n);
    case 'delete':
      return edit(state, operation.in, operation.names, () => undefined);
    case 'increment':
      return edit(state, operation.in, operation.names, (n = 0) => n + 1);
    case 'read-then-write':
      return edit(state, ['a'], [operation.name], (n = 0) => n + 1000);
    case 'fork':
      return { ...state, [operation.to]: state[operation.from] };
    case 'drop':
      return { ...state, [operation.namespace]: new Map() };
    case 'reset':
      return EMPTY;
    default:
      return state;
  }
}

function edit(
  state: State,
  sides: Side[],
  names: string[],
  change: (n: number | undefined) => number | undefined,
): State {
  const edited = { ...state };
  for (const side of sides) {
    const entities = new Map(edited[side]);
    for (const name of names) {
      const n = change(entities.get(name));
      if (n === undefined) entities.delete(name);
      else entities.set(name, n);
    }
    edited[side] = entities;
  }
  return edited;
}

/** What several writers do at once, until the process is killed. */
export interface Round {
  writers: Operation[][];
  /** How many acknowledgements it lives to see, and how many milliseconds longer. */
  acknowledged: number;
  longer: number;
}

const side = fc.constantFrom<Side[]>('a', 'b');
const sides = fc.constantFrom<Side[][]>(['a'], ['b'], ['a', 'b']);
const name = fc.constantFrom('p', 'q', 'r', 's', 't', 'u');
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('put' as const),
      in: sides,
      names,
      n: fc.nat(),
      padding: fc.constantFrom(0, 10, 50_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), in: sides, names }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('increment' as const), in: sides, names }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('read-then-write' as const), name }) },
  { weight: 2, arbitrary: fc.constant({ type: 'share' as const }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('fork' as const), from: side, to: side }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('drop' as const), namespace: side }) },
);
const reset: fc.Arbitrary<Operation> = fc.constant({ type: 'reset' });

const round: fc.Arbitrary<Round> = fc.record({
  writers: fc.array(
    fc.array(fc.oneof({ weight: 40, arbitrary: operation }, { weight: 1, arbitrary: reset }), {
      minLength: 5,
      maxLength: 40,
      size: 'max',
    }),
    { minLength: 4, maxLength: 4 },
  ),
  acknowledged: fc.integer({ min: 1, max: 80 }),
  longer: fc.nat({ max: 3 }),
});

/** Rounds on one data folder. */
export const rounds = fc.array(round, { minLength: 2, maxLength: 4 });
