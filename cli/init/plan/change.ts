/** What happens to one file. */
export interface Change {
  /** The file, absolute. */
  file: string;
  /** Its text now; `undefined` if it is not there. */
  before: string | undefined;
  after: string;
  /** What it is for, in a few words. */
  what: string;
}
