/** Lays rows out in columns: the first to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(([first, ...rest]) =>
      [
        first!.padEnd(widths[0]!),
        ...rest.map((cell, index) => cell.padStart(widths[index + 1]!)),
      ].join('   '),
    )
    .join('\n');
}
