import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CalibrationSummary, Comparison, SiteIndex } from '../model/index.ts';
import { readCalibration } from '../results/calibration-store.ts';
import { costRatios, verdictOf } from '../results/verdict.ts';
import { median, standardDeviation } from '../stats/index.ts';
import { significant } from '../util/round.ts';

/** Every calibration of a results folder, reduced to what it says of the method's errors. */
export function calibrationSummaries(resultsFolder: string): SiteIndex['calibrations'] {
  return globSync('calibrations/*.json', { cwd: resultsFolder })
    .sort()
    .map((file) => {
      const { comparisons } = readCalibration(join(resultsFolder, file));
      return { machine: basename(file, '.json'), calibration: summary(comparisons) };
    });
}

function summary(comparisons: readonly Comparison[]): CalibrationSummary {
  const rows = comparisons.flatMap((comparison) => {
    const { cells, counts } = verdictOf(comparison);
    const [pair] = comparison.pairs;
    const deviations = cells.flatMap(({ cell }) => {
      const logs = costRatios(cell, false).map(Math.log);
      return logs.length < 2 ? [] : [standardDeviation(logs)];
    });
    return {
      server: pair?.base.target ?? comparison.id,
      burnNanoseconds: pair?.head.burnNanoseconds || null,
      cells: cells.length,
      called: counts.regressed + counts.improved,
      pairDeviation: deviations.length === 0 ? null : significant(median(deviations)),
    };
  });
  return { startedAt: comparisons[0]?.startedAt ?? new Date(0).toISOString(), rows };
}
