/** One program with its arguments, out of a line for a shell. */
export interface ShellCommand {
  /** What stands before the program: `NODE_ENV=test`. */
  environment: Readonly<Record<string, string>>;
  words: readonly string[];
}

const separators = new Set(['&&', '||', ';', '|', '&']);
const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

/** Reads a line as a shell would, as far as scripts of package.json go: quotes, assignments, several programs. */
export function parseShellLine(line: string): ShellCommand[] {
  const commands: string[][] = [[]];
  for (const word of splitWords(line)) {
    if (separators.has(word)) commands.push([]);
    else commands.at(-1)!.push(word);
  }
  return commands.filter((words) => words.length > 0).map(takeEnvironment);
}

/** The words of a line, without their quotes; separators are words of their own. */
export function splitWords(line: string): string[] {
  const pattern = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\;&|])+|&&|\|\||[;&|]/g;
  return (line.match(pattern) ?? []).map((word) =>
    word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) =>
      String(double ?? single ?? escaped),
    ),
  );
}

function takeEnvironment(words: readonly string[]): ShellCommand {
  const environment: Record<string, string> = {};
  let at = 0;
  for (; at < words.length; at++) {
    const match = assignment.exec(words[at]!);
    if (match !== null) environment[match[1]!] = match[2]!;
    else if (!/^(?:cross-env|env)$/.test(words[at]!)) break;
  }
  return { environment, words: words.slice(at) };
}
