/** A version's numbers; what follows a hyphen or a plus is left out. */
type Version = readonly [major: number, minor: number, patch: number];

interface Bound {
  operator: '>=' | '<';
  version: Version;
}

/**
 * Says whether a version is in a range as package.json writes it: `>=20.19`, `9 || 10 || 11`, `^18.2.0`,
 * `~1.65`, `1.x`, `14 - 20`. Pre-releases count as their release; a range that can't be read holds everything.
 * https://github.com/npm/node-semver#ranges
 */
export function isInRange(version: string, range: string): boolean {
  const numbers = parseVersion(version);
  if (numbers === undefined) return true;
  return range.split('||').some((part) => {
    const bounds = parsePart(part.trim());
    return bounds.every((bound) => holds(numbers, bound));
  });
}

function parsePart(part: string): Bound[] {
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(part);
  if (hyphen !== null) return [...parseTerm(`>=${hyphen[1]}`), ...parseTerm(`<=${hyphen[2]}`)];
  return part
    .replace(/([<>=~^])\s+/g, '$1')
    .split(/\s+/)
    .filter(Boolean)
    .flatMap(parseTerm);
}

function parseTerm(term: string): Bound[] {
  const match = /^(>=|<=|>|<|=|\^|~>?)?v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?/.exec(
    term,
  );
  if (match === null) return [];
  const given = match.slice(2, 5).map(Number).findIndex(Number.isNaN);
  const count = given === -1 ? 3 : given;
  if (count === 0) return [];
  const lowest = match.slice(2, 5).map((part, at) => (at < count ? Number(part) : 0));
  const version = lowest as unknown as Version;
  const least: Bound = { operator: '>=', version };
  const below = (position: number): Bound => ({ operator: '<', version: raise(version, position) });
  switch (match[1]) {
    case '>=':
      return [least];
    case '<':
      return [{ operator: '<', version }];
    case '>':
      return [{ operator: '>=', version: raise(version, count - 1) }];
    case '<=':
      return [below(count - 1)];
    case '^': {
      const first = lowest.findIndex((part) => part > 0);
      return [least, below(first === -1 ? count - 1 : first)];
    }
    case '~':
    case '~>':
      return [least, below(Math.min(count - 1, 1))];
    default:
      return [least, below(count - 1)];
  }
}

function raise(version: Version, position: number): Version {
  const next = version.map((part, at) => (at < position ? part : at === position ? part + 1 : 0));
  return next as unknown as Version;
}

function holds(version: Version, { operator, version: bound }: Bound): boolean {
  const difference = version
    .map((part, at) => part - bound[at]!)
    .find((distance) => distance !== 0);
  return operator === '>=' ? (difference ?? 0) >= 0 : (difference ?? 0) < 0;
}

function parseVersion(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(text.trim());
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}
