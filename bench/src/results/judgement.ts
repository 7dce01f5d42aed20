import { dirname } from 'node:path';
import type { Calibration, Comparison } from '../model/index.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { readCalibrations } from './calibration-store.ts';
import { readComparisons, resultPath } from './comparison-store.ts';
import { clockFaults, type LintFinding, lintHistograms, lintMachines, lintRun } from './lint.ts';
import { lintStudy, readStudies } from './published.ts';
import { type RunFolder, type RunResult, readResults, readRunFolder } from './read-results.ts';
import { lintReleases } from './release-lint.ts';
import { readAllReleases, releaseFiles, releasesFolders, type StoredReleases } from './release-store.ts';

/**
 * The one judgement of results. `lint` prints what it finds; `publish`, `ci commit` and `ci report` refuse whatever has
 * an error here. So what passes `lint` can be published, and what cannot be published does not pass `lint`.
 */

/** Judges one run. `publish` does so once for each version of its bytes. */
export function judgeRun({ run, targets, folder }: RunResult, now?: number): LintFinding[] {
  return lintRun(run, targets, folder, now);
}

export function judgeComparison(
  comparison: Comparison,
  now: number = Date.now(),
  where: string = resultPath(comparison),
): LintFinding[] {
  const findings = clockFaults('comparison', comparison, now).map((what) => errorAt(where, what));
  comparison.cells.forEach(({ rounds, scenario }, index) => {
    if (new Set(rounds.round).size < rounds.round.length)
      findings.push(errorAt(`${where} › cells.${index} (${scenario})`, 'a pair appears twice'));
  });
  return findings;
}

/** Judges a history of releases with each of its comparisons. */
export function judgeReleaseFolder(stored: StoredReleases, now: number = Date.now()): LintFinding[] {
  const { folder, comparisons } = stored;
  return [
    ...lintReleases(stored, now),
    ...[...comparisons].flatMap(([id, comparison]) =>
      judgeComparison(comparison, now, `${folder}/${id}.json`),
    ),
  ];
}

/** Finds files below `releases/` that are in no folder of a history, and so would never be read. */
function judgeStrayReleases(resultsFolder: string): LintFinding[] {
  const folders = releasesFolders(resultsFolder);
  return releaseFiles(resultsFolder)
    .filter((path) => !folders.includes(dirname(path)))
    .map((path) => errorAt(path, 'no history.json beside it'));
}

function judgeCalibration(
  { machine, calibration }: { machine: string; calibration: Calibration },
  now: number,
) {
  return calibration.comparisons.flatMap((comparison, index) =>
    clockFaults('comparison', comparison, now).map((what) =>
      errorAt(`calibrations/${machine}.json › comparisons.${index}`, what),
    ),
  );
}

function errorAt(where: string, what: string): LintFinding {
  return { level: 'error', where, what };
}

interface Judged {
  runs: number;
  comparisons: number;
  releases: number;
  findings: LintFinding[];
}

/** Judges everything below a results folder; throws a PitwallError at the first file that is not a result. */
export async function judgeResults(resultsFolder: string, now: number = Date.now()): Promise<Judged> {
  const { machines, runs } = await readResults(resultsFolder);
  const comparisons = readComparisons(resultsFolder);
  const releases = readAllReleases(resultsFolder);
  return {
    runs: runs.length,
    comparisons: comparisons.length,
    releases: releases.length,
    findings: [
      ...lintMachines(
        machines,
        runs.map(({ run }) => run),
        new Date(now),
      ),
      ...runs.flatMap((result) => judgeRun(result, now)),
      ...runs.flatMap(({ targets }) => lintHistograms(targets)),
      ...comparisons.flatMap((comparison) => judgeComparison(comparison, now)),
      ...releases.flatMap((stored) => judgeReleaseFolder(stored, now)),
      ...judgeStrayReleases(resultsFolder),
      ...readCalibrations(resultsFolder).flatMap((entry) => judgeCalibration(entry, now)),
      ...readStudies(resultsFolder).flatMap(lintStudy),
    ],
  };
}

/** Reads a run that has no error; throws a PitwallError that names the first. */
export function readSoundRun(resultsFolder: string, folder: RunFolder): RunResult {
  const result = readRunFolder(resultsFolder, folder);
  requireSound(judgeRun(result));
  return result;
}

/** Reads every comparison, oldest first; throws a PitwallError that names the first error. */
export function readSoundComparisons(resultsFolder: string): Comparison[] {
  const comparisons = readComparisons(resultsFolder);
  requireSound(comparisons.flatMap((comparison) => judgeComparison(comparison)));
  return comparisons;
}

/** Reads every history of releases; throws a PitwallError that names the first error. */
export function readSoundReleases(resultsFolder: string): StoredReleases[] {
  const releases = readAllReleases(resultsFolder);
  requireSound([
    ...releases.flatMap((stored) => judgeReleaseFolder(stored)),
    ...judgeStrayReleases(resultsFolder),
  ]);
  return releases;
}

/** Throws a PitwallError that names the first error, if there is one. */
function requireSound(findings: readonly LintFinding[]): void {
  const error = findings.find(({ level }) => level === 'error');
  if (error === undefined) return;
  throw new PitwallError({
    what: 'The result cannot be true',
    where: error.where,
    expected: 'a result that passes `npm run bench -- lint`',
    seen: error.what,
    next: 'Delete the result and measure again; `npm run bench -- lint` lists all errors',
    exitCode: exitCodes.failed,
  });
}
