/** What the code says of the port that the app listens on. */
export interface PortFinding {
  /** Whether it listens on the environment variable PORT. */
  readsVariable: boolean;
  /** The number in the code: the default beside PORT, or the only one there is. */
  number: number | undefined;
}

const readsPort = /process\.env\.PORT\b|process\.env\[\s*['"]PORT['"]\s*\]|\benv\.PORT\b/;
const destructured = /\{[^{}]*\bPORT\b[^{}]*\}\s*=\s*(?:process\.)?env\b/;
const fallback = /\bPORT\b['"\]\s)]*(?:\?\?|\|\||=)\s*['"]?(\d{2,5})\b/;
const listensOnNumber = /\.listen\(\s*(?:\{[^{}]*\bport:\s*)?(\d{2,5})\b/;
const listensOnName = /\.listen\(\s*(?:\{[^{}]*\bport:\s*)?([A-Za-z_$][\w$]*)/;

/** Looks for the port in an app's code; `undefined` where it is neither a number there nor PORT. */
export function findPort(sources: Iterable<string>): PortFinding | undefined {
  let fixed: number | undefined;
  for (const code of sources) {
    if (readsPort.test(code) || destructured.test(code)) {
      return { readsVariable: true, number: toPort(fallback.exec(code)?.[1]) };
    }
    fixed ??= toPort(listensOnNumber.exec(code)?.[1] ?? findConstant(code));
  }
  return fixed === undefined ? undefined : { readsVariable: false, number: fixed };
}

/** Says whether code listens on a port at all. */
export function listens(code: string): boolean {
  return /\.listen\s*\(/.test(code);
}

/** `const port = 3000;` and `app.listen(port)`. */
function findConstant(code: string): string | undefined {
  const name = listensOnName.exec(code)?.[1];
  if (name === undefined) return undefined;
  const declared = new RegExp(
    `\\b(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\s*(?::\\s*\\w+\\s*)?=\\s*['"]?(\\d{2,5})['"]?\\s*(?:;|\\n|$)`,
  );
  return declared.exec(code)?.[1];
}

function toPort(text: string | undefined): number | undefined {
  const port = Number(text);
  return port > 0 && port <= 65_535 ? port : undefined;
}
