import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OLDER } from '../../catalog/lines-of-code.ts';
import { compareVersions } from '../../util/versions.ts';
import { shortName } from './locked-packages.ts';

/**
 * Returns the folder with the files of a target that differ for a version of a package; `null` if none do. `koa-2` is
 * for every release of Koa 2 and earlier, unless `koa-1` is there as well; `go-1.25` is for Go 1.25 and earlier.
 *
 * @param folder the target's
 */
export function olderFolder(folder: string, name: string, version: string): string | null {
  const whole = join(folder, OLDER);
  // A commit in place of a version has no known age.
  if (!existsSync(whole) || !/^\d+\./.test(version)) return null;
  const prefix = `${shortName(name)}-`;
  const bounds = readdirSync(whole).flatMap((one) => {
    const bound = one.startsWith(prefix) ? one.slice(prefix.length) : '';
    return /^\d+(?:\.\d+)*$/.test(bound) && isUpTo(version, bound) ? [bound] : [];
  });
  const [nearest] = bounds.sort(compareVersions);
  return nearest === undefined ? null : join(whole, prefix + nearest);
}

/** Whether a version belongs to the series that a bound names, or to an earlier one: 1.24.3 and 1.25.9 for 1.25. */
function isUpTo(version: string, bound: string): boolean {
  const parts = version.split('.').slice(0, bound.split('.').length);
  return compareVersions(parts.join('.'), bound) <= 0;
}
