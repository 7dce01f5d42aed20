import type { ComparedCell, Comparison, Release, ReleaseHistory, ScenarioId } from '../../model/index.ts';
import { MINIMUM_EFFECTS } from '../../model/index.ts';
import type { StoredReleases } from '../../results/release-store.ts';
import {
  holmAdjusted,
  type LogSummary,
  logDifference,
  logSummary,
  type PairedEffect,
  pAbove,
  pairedEffect,
  pBelow,
  sizeOfRatio,
  studentT,
} from '../../stats/index.ts';
import { costRatios } from '../verdict.ts';

/** Judges a history of releases from its files alone: the same files always give the same result. */

/** What a request costs with a release, beside the frozen one: a ratio of CPU time, above 1 costs more. */
interface ReleaseFigure {
  scenario: ScenarioId;
  scenarioVersion: number;
  /** `null` for the frozen release itself: its cost is 1 by definition. */
  effect: PairedEffect | null;
}

/** A release with a figure of each scenario; none if it was not measured. */
export interface JudgedRelease extends Release {
  figures: ReleaseFigure[];
}

/**
 * `suspected`: the figures of two releases differ, and the step was not measured again. `confirmed`: both releases ran
 * side by side, and the step was there again. `unproven`: that measurement does not prove it. `none`: the figures do not
 * distinguish them, and they never ran side by side.
 */
type StepState = 'none' | 'suspected' | 'confirmed' | 'unproven';

/** From one measured release to the next one, in one scenario. */
export interface ReleaseStep {
  from: string;
  to: string;
  scenario: ScenarioId;
  scenarioVersion: number;
  state: StepState;
  /**
   * Taken from the side-by-side measurement if there is one, since a figure that raised suspicion is too large on
   * average.
   */
  ratio: number;
  low: number;
  high: number;
  /** The comparison that confirmed the step, or did not; `null` if there is none. */
  comparison: string | null;
  /** Its pairs that are judged; `null` if there is none. */
  pairs: number | null;
  /** Later side-by-side measurements of the same step: what each found. */
  repeats: StepRepeat[];
  /** Whether a later measurement of another day found the step again. */
  isOfTwoDays: boolean;
}

interface StepRepeat {
  comparison: string;
  startedAt: string;
  effect: PairedEffect;
  /** Whether its interval lies beyond the least step, on the side that the step does. */
  isThere: boolean;
}

export interface JudgedReleases {
  history: ReleaseHistory;
  frozen: string;
  releases: JudgedRelease[];
  steps: ReleaseStep[];
}

/** A difference of two figures raises suspicion up to this p, and is then worth a second measurement. */
const SUSPICION_RATE = 0.01;
/** Chance that even one confirmed step of a history is false. */
const STEPS_ERROR_RATE = 0.05;

const METRIC = 'cpuPerRequestNanoseconds';
/** Share by which the cost must change for a step to matter. */
export const LEAST_STEP = MINIMUM_EFFECTS[METRIC];

/**
 * Judges the figures of a history and the steps between successive releases. What a second, independent measurement says
 * is tested against the minimum effect, with the error rate held over all steps that have one (Holm).
 */
export function judgeReleases({ history, comparisons }: StoredReleases): JudgedReleases {
  const cells = (release: Release): readonly ComparedCell[] =>
    release.outcome.state === 'measured' ? (comparisons.get(release.outcome.comparison)?.cells ?? []) : [];
  const newest = newestVersions([...comparisons.values()].flatMap((comparison) => comparison.cells));
  const releases = history.releases.map((release): JudgedRelease => {
    const figures =
      release.outcome.state === 'frozen'
        ? [...newest].map(([scenario, scenarioVersion]) => ({ scenario, scenarioVersion, effect: null }))
        : cells(release).map((cell) => ({ ...versionOfCell(cell), effect: pairedEffect(ratiosOf(cell)) }));
    return { ...release, figures };
  });
  const steps = history.scenarios.flatMap((scenario) =>
    suspectedSteps(scenario, newest.get(scenario) ?? 0, history.releases, cells),
  );
  const frozen = history.releases.find(({ outcome }) => outcome.state === 'frozen')?.version ?? '';
  return { history, frozen, releases, steps: withConfirmations(steps, history, comparisons) };
}

function versionOfCell({ scenario, scenarioVersion }: ComparedCell) {
  return { scenario, scenarioVersion };
}

/** Figures of other versions of a scenario are no figures of the same work, so steps lie within the newest one. */
function newestVersions(
  measured: readonly Pick<ReleaseFigure, 'scenario' | 'scenarioVersion'>[],
): Map<ScenarioId, number> {
  const newest = new Map<ScenarioId, number>();
  for (const { scenario, scenarioVersion } of measured)
    newest.set(scenario, Math.max(newest.get(scenario) ?? 0, scenarioVersion));
  return newest;
}

/** What a release costs in the newest version of a scenario; `null` if it is frozen, or was measured in none. */
type NewestCost = (release: Pick<JudgedRelease, 'figures'>, scenario: ScenarioId) => PairedEffect | null;

/** Returns what is shown of releases in one table: only figures of the same work stand together. */
export function newestCosts(releases: readonly JudgedRelease[]): NewestCost {
  const newest = newestVersions(releases.flatMap(({ figures }) => figures));
  return ({ figures }, scenario) =>
    figures.find((one) => one.scenario === scenario && one.scenarioVersion === newest.get(scenario))
      ?.effect ?? null;
}

function ratiosOf(cell: ComparedCell): number[] {
  return [...costRatios(cell, false), ...costRatios(cell, true)];
}

/** The frozen release beside itself: 1, without any spread. */
const FROZEN: LogSummary = { centre: 0, deviation: 0, count: Number.POSITIVE_INFINITY };

/** What two releases are compared by: the ratio of their costs to those of the frozen one. */
const COST = { direction: 'lower', threshold: 0, unit: 'ratio' } as const;

function suspectedSteps(
  scenario: ScenarioId,
  scenarioVersion: number,
  releases: readonly Release[],
  cells: (release: Release) => readonly ComparedCell[],
): ReleaseStep[] {
  const measured = releases.flatMap((release) => {
    const cell = cells(release).find(
      (one) => one.scenario === scenario && one.scenarioVersion === scenarioVersion,
    );
    const summary =
      release.outcome.state === 'frozen' ? FROZEN : cell === undefined ? null : logSummary(ratiosOf(cell));
    return summary === null ? [] : [{ version: release.version, summary }];
  });
  return measured.slice(1).map(({ version, summary }, index): ReleaseStep => {
    const before = measured[index] as (typeof measured)[number];
    const alone = Math.exp(summary.centre - before.summary.centre);
    // Without a spread, nothing is suspected.
    const difference = logDifference(before.summary, summary, COST, studentT);
    const { ratio, low, high, p } = difference ?? { ratio: alone, low: alone, high: alone, p: 1 };
    const matters = sizeOfRatio(ratio) >= Math.log(1 + LEAST_STEP);
    return {
      from: before.version,
      to: version,
      scenario,
      scenarioVersion,
      state: matters && p <= SUSPICION_RATE ? 'suspected' : 'none',
      ...{ ratio, low, high },
      comparison: null,
      pairs: null,
      repeats: [],
      isOfTwoDays: false,
    };
  });
}

function withConfirmations(
  steps: readonly ReleaseStep[],
  { confirmations }: ReleaseHistory,
  comparisons: ReadonlyMap<string, Comparison>,
): ReleaseStep[] {
  // What was measured side by side stays a proof, and a test, if newer figures of a release raise no suspicion.
  const again = steps.map((step) => measuredAgain(step, confirmations, comparisons));
  // Holm's divisor counts tests that were made: a step that was not measured again is none.
  const tested = steps.flatMap((step, index) => {
    const [first] = again[index] ?? [];
    return first ? [{ index, p: pOfStep(step, first) }] : [];
  });
  const ofTested = holmAdjusted(tested.map(({ p }) => p));
  const adjusted = new Map(tested.map(({ index }, at) => [index, ofTested[at] ?? 1]));
  return steps.map((step, index): ReleaseStep => {
    const [first, ...later] = again[index] ?? [];
    if (first === undefined) return step;
    const { ratio, low, high, pairs } = first.effect;
    const repeats = later.map(({ comparison, startedAt, effect }): StepRepeat => {
      const isThere = ratio > 1 ? effect.low > 1 + LEAST_STEP : effect.high < 1 / (1 + LEAST_STEP);
      return { comparison, startedAt, effect, isThere };
    });
    return {
      ...step,
      state: (adjusted.get(index) ?? 1) <= STEPS_ERROR_RATE ? 'confirmed' : 'unproven',
      ...{ ratio, low, high, pairs },
      comparison: first.comparison,
      repeats,
      isOfTwoDays: repeats.some(
        ({ isThere, startedAt }) => isThere && isAnotherDay(first.startedAt, startedAt),
      ),
    };
  });
}

/** Two measurements on both sides of midnight are not yet of two days: a noisy neighbour stays longer. */
const LEAST_HOURS_BETWEEN_DAYS = 6;

/** Whether an instant is on another day (UTC) than an earlier one, and hours after it. */
export function isAnotherDay(earlier: string, later: string): boolean {
  const hours = (Date.parse(later) - Date.parse(earlier)) / 3_600_000;
  return earlier.slice(0, 10) !== later.slice(0, 10) && hours >= LEAST_HOURS_BETWEEN_DAYS;
}

interface MeasuredAgain {
  comparison: string;
  startedAt: string;
  ratios: number[];
  effect: PairedEffect;
}

function measuredAgain(
  step: ReleaseStep,
  confirmations: ReleaseHistory['confirmations'],
  comparisons: ReadonlyMap<string, Comparison>,
): MeasuredAgain[] {
  return confirmations
    .filter(({ from, to }) => from === step.from && to === step.to)
    .flatMap(({ comparison }) => {
      const { cells = [], startedAt = '' } = comparisons.get(comparison) ?? {};
      const cell = cells.find(
        (one) => one.scenario === step.scenario && one.scenarioVersion === step.scenarioVersion,
      );
      const ratios = cell === undefined ? [] : ratiosOf(cell);
      const effect = pairedEffect(ratios);
      return effect === null ? [] : [{ comparison, startedAt, ratios, effect }];
    });
}

/**
 * One-sided, in the direction that raised suspicion: a step the other way does not confirm it. Two-sided if the figures
 * have been measured anew and raise none, because the direction went with them.
 */
function pOfStep({ state, ratio }: ReleaseStep, { ratios }: MeasuredAgain): number {
  const [more, less] = [pAbove(ratios, 1 + LEAST_STEP), pBelow(ratios, 1 / (1 + LEAST_STEP))];
  if (state === 'none') return Math.min(1, 2 * Math.min(more, less));
  return ratio > 1 ? more : less;
}
