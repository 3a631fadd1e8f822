import { commit } from './commit.js';

// https://cloud.google.com/datastore/docs/concepts/limits: at most 500 mutations, and 10 MiB.
const mostMutations = 500;
const mostBytes = 8 * 1024 * 1024;
const mostAtOnce = 4;

/** Collects mutations into commits as large as Datastore takes, several on their way at a time. */
export class CommitBatches {
  #mutations: object[] = [];
  #bytes = 0;
  #running = new Set<Promise<void>>();

  /** Adds a mutation; resolves when there is room for the next. */
  async add(mutation: object): Promise<void> {
    const bytes = measure(mutation);
    if (this.#bytes + bytes > mostBytes) await this.#send();
    this.#mutations.push(mutation);
    this.#bytes += bytes;
    if (this.#mutations.length === mostMutations) await this.#send();
  }

  /** Sends what is left, and waits for everything that was added. */
  async end(): Promise<void> {
    await this.#send();
    await Promise.all(this.#running);
  }

  /** Waits, after a failure, for what is on its way all the same. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #send(): Promise<void> {
    const mutations = this.#mutations;
    this.#mutations = [];
    this.#bytes = 0;
    if (mutations.length === 0) return;
    const running = commit(mutations).then(() => void this.#running.delete(running));
    this.#running.add(running);
    // A failure is thrown here or by end(), whichever comes first after it.
    running.catch(() => {});
    if (this.#running.size >= mostAtOnce) await Promise.race(this.#running);
  }
}

/** More than what a message takes on the wire. */
function measure(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 4;
  if (value instanceof Uint8Array) return value.length + 4;
  if (typeof value !== 'object' || value === null) return 10;
  let bytes = 8;
  for (const [name, part] of Object.entries(value)) bytes += name.length + measure(part);
  return bytes;
}
