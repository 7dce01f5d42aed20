import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type PublishedRow, type PublishedStudy, publishedStudySchema, settingKey } from '../model/index.ts';
import { readJson } from '../util/json-file.ts';
import type { LintFinding } from './lint.ts';

/** Folder of published studies, below the results folder. */
export const PUBLISHED = 'published';

export interface NamedStudy {
  /** The file's name: `2023-web-pm`. */
  id: string;
  study: PublishedStudy;
}

/** All studies in order of name, and so of year; none if the folder does not exist. */
export function readStudies(resultsFolder: string): NamedStudy[] {
  const folder = join(resultsFolder, PUBLISHED);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      id: name.slice(0, -'.json'.length),
      study: readJson(join(folder, name), publishedStudySchema, { name: join('results', PUBLISHED, name) }),
    }));
}

/** Tolerance for rounding: the tables print three to five digits. */
const ROUNDING = 1.002;

/** Finds what a table that was copied right cannot say; errors of the study itself are not reported here. */
export function lintStudy({ id, study }: NamedStudy): LintFinding[] {
  return study.rows.flatMap((row, index) => {
    const where = `${PUBLISHED}/${id}.json › rows.${index} (${row.system} ${settingKey(row)})`;
    return copyingFaults(row, study).map((what) => ({ level: 'error' as const, where, what }));
  });
}

function copyingFaults(row: PublishedRow, study: PublishedStudy): string[] {
  const faults: string[] = [];
  const inOrder = [
    ['latencyMinSeconds', 'latencyP50Seconds'],
    ['latencyP50Seconds', 'latencyP75Seconds'],
    ['latencyP75Seconds', 'latencyP90Seconds'],
    ['latencyP50Seconds', 'latencyP90Seconds'],
    ['latencyP90Seconds', 'latencyP95Seconds'],
    ['latencyP95Seconds', 'latencyP99Seconds'],
    ['latencyP90Seconds', 'latencyP99Seconds'],
    ['latencyP99Seconds', 'latencyMaxSeconds'],
    ['latencyMeanSeconds', 'latencyMaxSeconds'],
    ['latencyMinSeconds', 'latencyMeanSeconds'],
  ] as const;
  for (const [low, high] of inOrder) {
    const [below, above] = [row[low], row[high]];
    if (below !== undefined && above !== undefined && below > above * ROUNDING)
      faults.push(`${low} is above ${high}`);
  }
  const rounds = row.throughputRoundsPerSecond;
  if (rounds && rounds.length !== study.rounds) {
    faults.push(`${rounds.length} rounds where the study had ${study.rounds}`);
  }
  if (rounds && study.reduced === 'best throughput of 3') {
    const best = Math.max(...rounds);
    if (best > row.throughputPerSecond * ROUNDING || row.throughputPerSecond > best * ROUNDING)
      faults.push('the figure is not the best of its rounds');
  }
  const { requests, durationSeconds, throughputFromTotalsPerSecond: worked } = row;
  if (requests !== undefined && durationSeconds && worked !== undefined) {
    const totals = requests / durationSeconds;
    if (Math.max(totals / worked, worked / totals) > ROUNDING)
      faults.push('throughputFromTotalsPerSecond is not requests over duration');
  }
  return faults;
}
