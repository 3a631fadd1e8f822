const mostLines = 1000;
const mostBytes = 256 * 1024;
const longestLine = 8 * 1024;

/** The last lines of one session: at most 1000, of at most 256 KiB together. */
export class LogBuffer {
  #lines: string[] = [];
  #bytes = 0;
  #truncated = false;

  /** Whether lines were dropped or cut short. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** The lines, the oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  add(line: string): void {
    const kept = line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
    if (kept !== line) this.#truncated = true;
    this.#lines.push(kept);
    this.#bytes += Buffer.byteLength(kept);
    while (this.#lines.length > mostLines || this.#bytes > mostBytes) {
      this.#bytes -= Buffer.byteLength(this.#lines.shift()!);
      this.#truncated = true;
    }
  }
}
