/** One part of `npm run bench`. */
export interface Bench {
  /** What `npm run bench -- NAME` asks for. */
  name: string;
  /** What is measured, in which unit. */
  title: string;
  /** Measures, and says the result, or why there is none. */
  run(say: (text: string) => void): Promise<void>;
}
