import type { Journal } from './journal.js';
import type { Level } from './level.js';

interface Task {
  range: { gte: Buffer; lt: Buffer };
  /** What is to be done once the range is empty. */
  done: () => void;
}

/** Removes, in the background, what nothing refers to any longer. */
export class Sweeper {
  private readonly level: Level;
  private readonly journal: Journal;
  private readonly tasks: Task[] = [];
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(level: Level, journal: Journal) {
    this.level = level;
    this.journal = journal;
  }

  sweep(range: Task['range'], done: () => void = () => {}): void {
    this.tasks.push({ range, done });
    this.running ??= this.run();
  }

  /** Ends after the range that is being emptied; the others are found at the next start. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    for (let task = this.tasks.shift(); task !== undefined; task = this.tasks.shift()) {
      if (this.isStopped) return;
      try {
        await this.level.clear(task.range);
      } catch (error) {
        return this.journal.fail(error as Error);
      }
      task.done();
    }
    this.running = undefined;
  }
}
