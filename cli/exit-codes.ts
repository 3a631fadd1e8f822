/** What the command line ends with; docs/cli.md lists them for users. */
export const exitCodes = {
  /** It did what it was asked for. */
  done: 0,
  /** It refused or failed, and has said why. */
  failed: 1,
  /** The command was not understood: an unknown option, a value that is none. */
  usage: 2,
  /** Interrupted by SIGINT (128 + 2), as shells count. */
  interrupted: 130,
} as const;
