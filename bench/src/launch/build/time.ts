import { existsSync } from 'node:fs';
import type { Target, Toolchain } from '../../model/index.ts';
import { artifactPaths } from '../files-digest.ts';
import { recordPath } from './record.ts';

/**
 * Seconds of a first build on two processors, downloads included, by toolchain; other toolchains take a few
 * seconds. Measured from a fresh clone; more processors and a filled cache make it shorter.
 */
const FIRST_BUILD_SECONDS: Partial<Record<Toolchain, number>> = {
  cargo: 420,
  'native-image': 420,
  maven: 60,
  dotnet: 60,
  go: 40,
  bundler: 30,
  poco: 30,
  npm: 10,
  python: 15,
  // It is compiled.
  mysqlclient: 25,
};
const OTHER_SECONDS = 2;

/** Returns whether this checkout has built the target before, so that little is left to do. */
function isBuiltBefore(cache: string, target: Target): boolean {
  const isThere = artifactPaths(target).every((path) => existsSync(path));
  return isThere && existsSync(recordPath(cache, 'process', target));
}

/** Estimates the seconds that a build takes as processes; a target that was built before takes none. */
export function expectedBuildSeconds(cache: string, target: Target): number {
  if (isBuiltBefore(cache, target)) return 0;
  const { build, toolchains } = target.manifest.process;
  if (build.length === 0) return 0;
  return Math.max(OTHER_SECONDS, ...toolchains.map((name) => FIRST_BUILD_SECONDS[name] ?? 0));
}
