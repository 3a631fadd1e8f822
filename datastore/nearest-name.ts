/** The known name that a mistyped one is most like. */
export function findNearest<N extends string>(name: string, known: readonly N[]): N {
  return known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]!;
}

/** How many edits lead from one name to another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1]!.toLowerCase() === to[j - 1]!.toLowerCase();
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (same ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length]!;
}
