/**
 * The order of versions, for every ecosystem alike: numbers count as numbers, and a word such as `rc` comes before the
 * version without it. `1.9.1` < `1.10.0-rc.1` < `1.10.0` = `1.10.0.Final` < `1.10.0.SP1`.
 */
export function compareVersions(a: string, b: string): number {
  const [ofA, ofB] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(ofA.length, ofB.length); index++) {
    const difference = comparedParts(ofA[index], ofB[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Like `compareVersions`, and never 0 for two texts that differ: lists have one order. */
export function byVersion(a: string, b: string): number {
  return compareVersions(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Whether a version is one that its authors do not call finished: `2.0.0-rc.1`, `3.0.0.Beta2`, a pseudo-version of Go. */
export function isPreRelease(version: string): boolean {
  return partsOf(version).some((part) => typeof part === 'string' && !AFTER.has(part));
}

/**
 * Whether semantic versioning calls a version unfinished although it has no word for that: `2.0.0-0`, and
 * `2.0.0-20240101`. Elsewhere such a number comes after the version without it.
 */
export function isNumberedPreRelease(version: string): boolean {
  return /^v?\d+\.\d+\.\d+-\d/.test(version);
}

/** Words for what is finished, which say nothing about the order. */
const FINISHED = /[.-](?:final|release|ga|jre|android)$/i;
/** Words of a version that comes after the same version without them. */
const AFTER: ReadonlySet<string> = new Set(['sp', 'post', 'p', 'patch']);

function partsOf(version: string): (number | string)[] {
  const [plain = ''] = version.replace(/^v(?=\d)/, '').split('+');
  const words =
    plain
      .replace(FINISHED, '')
      .toLowerCase()
      .match(/\d+|[a-z]+/g) ?? [];
  return words.map((word) => (/^\d/.test(word) ? Number(word) : word));
}

function comparedParts(a: number | string | undefined, b: number | string | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  // `1.0.post1` comes after `1.0` and before `1.0.1`.
  if (typeof a === 'string') return AFTER.has(a) && !b ? 1 : -1;
  if (typeof b === 'string') return AFTER.has(b) && !a ? -1 : 1;
  return (a ?? 0) - (b ?? 0);
}
