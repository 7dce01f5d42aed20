import type { ListedRelease } from './registry-client.ts';

/**
 * Removes dates that cannot be those of the release: a mirror may give the day on which it fetched an old one. Releases
 * of one series (1.4.x) come in the order of their numbers, and so do the first ones of the series of a major version;
 * a date after that of a later release is not credible.
 *
 * @param listed in order of version
 */
export function withCredibleDates(listed: readonly ListedRelease[]): ListedRelease[] {
  const earliest = new Map<string, number>();
  const isAfter = (series: string, time: number): boolean => time > (earliest.get(series) ?? time);
  const dated = listed.toReversed().map((release): ListedRelease => {
    const { version, releasedAt, leftOut } = release;
    const [major, minor, patch = '0'] = version.split('.');
    if (releasedAt === null || leftOut !== null || minor === undefined) return release;
    const time = Date.parse(releasedAt);
    const series = [`${major}.${minor}`, ...(/^0+$/.test(patch) ? [`${major}`] : [])];
    if (series.some((one) => isAfter(one, time))) return { ...release, releasedAt: null };
    for (const one of series) earliest.set(one, time);
    return release;
  });
  return dated.reverse();
}
