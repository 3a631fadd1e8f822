import type { KindPlan } from './plan/plan.js';

/** Is told how a copy goes. */
export interface MirrorObserver {
  /** What would be copied, in words. */
  planned(text: string): void;
  /** Work begins, or goes on, with so many entities of each kind dealt with already. */
  began(
    work: 'copy' | 'verify',
    kinds: readonly KindPlan[],
    done: ReadonlyMap<string, number>,
  ): void;
  /** So many more entities of a kind have been dealt with. */
  advanced(kind: string, entities: number): void;
  /** Work ended, well or not; what came of it, in words. */
  ended(result: string): void;
  warned(text: string): void;
}
