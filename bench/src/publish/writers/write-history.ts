import { chooseWarmUps } from '../../analysis/shown-run.ts';
import { markChangePoints } from '../../analysis/trend-change-points.ts';
import {
  type Comparison,
  changesDataSchema,
  type Machine,
  type SiteIndex,
  type TrendData,
  warmUpDataSchema,
} from '../../model/index.ts';
import type { ShownMachine } from '../data/run-data.ts';
import { trendLine } from '../data/trend-data.ts';
import { warmUpData } from '../data/warm-up-data.ts';
import type { CachedSplits } from '../incremental/cached-splits.ts';
import { cachedTrends } from '../incremental/cached-trends.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';
import type { Publication } from './publication.ts';

/** Returns every series of every machine, without change points yet. */
export function allTrends(
  { cache, reduced }: Publication,
  runs: readonly KnownRun[],
  machines: readonly ShownMachine[],
): TrendData[] {
  return machines.flatMap(({ machine }) => {
    const own = runs.filter(({ run }) => run.machine === machine.id);
    const all = cachedTrends(machine.id, own, (run) => reduced.figures(run), cache);
    // One run makes no trend.
    return all.filter((data) => data.runs.length > 1);
  });
}

/** Writes trends as files for every machine and as pages for the first, and the change points of all machines. */
export async function writeTrends(
  { write }: Publication,
  trends: readonly TrendData[],
  runs: readonly KnownRun[],
  machines: readonly ShownMachine[],
  comparisons: readonly Comparison[],
  splits: CachedSplits,
): Promise<SiteIndex['trends']> {
  const byName = new Map(runs.map(({ run, name }) => [`${run.machine}/${name}`, run]));
  const changes = markChangePoints(trends, byName, comparisons, splits.find);
  splits.save();
  await write.json('changes.json', changesDataSchema.parse(changes));
  await write.download('changes', 'changes.json', `${JSON.stringify(changes, null, 1)}\n`);
  const index: SiteIndex['trends'] = [];
  for (const data of trends) {
    const path = `trends/${data.machine}/${data.target.replace('/', '-')}/${data.scenario}.json`;
    await write.download('trend', path, `${JSON.stringify(data)}\n`);
    if (data.machine === machines[0]?.machine.id) {
      index.push({
        target: data.target,
        scenario: data.scenario,
        runs: data.runs.length,
        longest: Math.max(0, ...data.series.map(({ points }) => points.length)),
        line: trendLine(data),
      });
    }
  }
  return index;
}

/** Writes how the targets of a machine warm up. Every machine has the file, so that no page has to check. */
export async function writeWarmUps(
  { write, cache, reduced }: Publication,
  { id }: Machine,
  runs: readonly KnownRun[],
): Promise<void> {
  const chosen = chooseWarmUps(runs.filter(({ run }) => run.machine === id));
  const digests = [id, ...chosen.map(({ digest }) => digest)];
  const line = cache.getLine('warm-up', digests, () => {
    const results = chosen.map((run) => reduced.parse(run));
    return warmUpDataSchema.parse(warmUpData(id, results));
  });
  await write.download('warm-up', `warm-up/${id}.json`, line);
}
