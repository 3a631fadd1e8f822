import type { MirrorObserver } from '../../mirror/observer.js';
import type { KindPlan } from '../../mirror/plan/plan.js';
import { formatKind, type KindProgress } from './kind-progress.js';

/** Where progress is shown. */
export interface ProgressOutput {
  write(text: string): void;
  isTTY: boolean;
  columns: number;
}

const redrawMs = 200;
const plainMs = 5000;
const mostLines = 12;

/** Shows how a copy goes: on a terminal lines that are redrawn, elsewhere a line now and then. */
export class Progress implements MirrorObserver {
  hasBegun = false;
  readonly #output: ProgressOutput;
  readonly #kinds = new Map<string, KindProgress>();
  #timer: NodeJS.Timeout | undefined;
  #drawn = 0;

  constructor(output: ProgressOutput) {
    this.#output = output;
  }

  planned(text: string): void {
    this.#output.write(`[app-test] Nothing is written (--dry-run). It would copy\n${text}\n`);
  }

  began(
    work: 'copy' | 'verify',
    kinds: readonly KindPlan[],
    done: ReadonlyMap<string, number>,
  ): void {
    this.hasBegun = true;
    this.#kinds.clear();
    for (const { kind, count } of kinds) {
      const before = done.get(kind) ?? 0;
      const times = { begun: undefined, ended: undefined };
      this.#kinds.set(kind, { kind, total: count, done: before, before, ...times });
    }
    this.#output.write(work === 'copy' ? 'Copying\n' : 'Comparing\n');
    this.#timer = setInterval(() => this.#draw(), this.#output.isTTY ? redrawMs : plainMs);
  }

  advanced(kind: string, entities: number): void {
    const progress = this.#kinds.get(kind)!;
    progress.begun ??= Date.now();
    progress.done += entities;
    if (progress.done < progress.total || progress.ended !== undefined) return;
    progress.ended = Date.now();
    if (!this.#output.isTTY) this.#output.write(`${this.#format([progress])[0]}\n`);
  }

  ended(result: string): void {
    this.stop();
    this.#output.write(`${result}\n`);
  }

  warned(text: string): void {
    this.#output.write(`[app-test] ${text}\n`);
  }

  /** Draws for the last time. */
  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#output.isTTY) this.#draw();
    this.#drawn = 0;
  }

  #draw(): void {
    const isRunning = ({ begun, ended }: KindProgress): boolean =>
      begun !== undefined && ended === undefined;
    const kinds = [...this.#kinds.values()];
    if (!this.#output.isTTY) {
      const lines = this.#format(kinds.filter(isRunning));
      if (lines.length > 0) this.#output.write(`${lines.join('\n')}\n`);
      return;
    }
    const shown = kinds.length <= mostLines ? kinds : kinds.filter(isRunning).slice(0, mostLines);
    const lines = this.#format(shown).map((line) => line.slice(0, this.#output.columns - 1));
    const back = this.#drawn === 0 ? '' : `\u001B[${this.#drawn}A`;
    this.#output.write(`${back}\u001B[0J${lines.map((line) => `${line}\n`).join('')}`);
    this.#drawn = lines.length;
  }

  #format(kinds: readonly KindProgress[]): string[] {
    const width = Math.max(...[...this.#kinds.keys()].map((kind) => kind.length));
    return kinds.map((kind) => formatKind(kind, width, Date.now()));
  }
}
