import {
  type JudgedReleases,
  judgeReleases,
  LEAST_STEP,
  type ReleaseStep,
} from '../../src/analysis/releases/judge-releases.ts';
import { type JudgedHistory, stepElsewhere } from '../../src/analysis/releases/steps-elsewhere.ts';
import { costRatios } from '../../src/analysis/verdict.ts';
import type { Comparison } from '../../src/model/index.ts';
import type { StoredReleases } from '../../src/results/release-store.ts';
import { median, pAbove, pairedEffect, pBelow, sizeOfRatio } from '../../src/stats/index.ts';

/** What the histories of releases are worth, from their files alone. */

/** How a language comes to machine code, which decides how far its figures spread. */
const waysToRun = ['compiled ahead', 'compiled while it runs', 'interpreted'] as const;
type WayToRun = (typeof waysToRun)[number];

const AHEAD: ReadonlySet<string> = new Set(['c', 'go', 'rust']);
const INTERPRETED: ReadonlySet<string> = new Set(['perl', 'php', 'python', 'ruby']);

/** @param target `go/gin` */
export function wayToRun(target: string): WayToRun {
  const language = target.split('/')[0] ?? '';
  if (AHEAD.has(language)) return 'compiled ahead';
  return INTERPRETED.has(language) ? 'interpreted' : 'compiled while it runs';
}

interface ReleaseFigures {
  /** Targets whose framework has two releases with a figure, the frozen one included. */
  frameworks: string[];
  /** Releases of frameworks with a figure; one that several machines measured counts once. */
  releases: number;
  /** Versions with a figure of each runtime, over all targets and machines. */
  runtimes: Map<string, ReadonlySet<string>>;
  spread: Map<WayToRun, StepSpread>;
  /** Confirmed steps of at least `LARGE_STEP`. */
  largeSteps: LargeStep[];
}

interface StepSpread {
  releases: number;
  /** Medians over the releases beside the frozen one. */
  halfWidth: number;
  /** Without the build. */
  minutesForTwoScenarios: number;
}

interface LargeStep {
  history: JudgedReleases['history'];
  step: ReleaseStep;
  /** Whether another machine found it too. */
  isOfTwoMachines: boolean;
}

/** Steps that are worth a page of their own. */
export const LARGE_STEP = 0.05;

export function releaseFigures(stored: readonly StoredReleases[]): ReleaseFigures {
  const judged = stored.map((one) => ({ ...one, ...judgeReleases(one) }));
  const counted = judged.map(({ history, releases }) => ({
    history,
    versions: releases.flatMap(({ outcome: { state }, version }) =>
      state === 'frozen' || state === 'measured' ? [version] : [],
    ),
  }));
  const whole = counted.filter(({ versions }) => versions.length > 1);
  const ofFrameworks = whole.filter(({ history }) => history.package.role === 'framework');
  const runtimes = new Map<string, ReadonlySet<string>>();
  for (const { history, versions } of whole) {
    const { role, title } = history.package;
    if (role === 'runtime') runtimes.set(title, new Set([...(runtimes.get(title) ?? []), ...versions]));
  }
  const ofEachFramework = ofFrameworks.flatMap(({ history, versions }) =>
    versions.map((version) => `${history.target} ${history.package.name} ${version}`),
  );
  return {
    frameworks: [...new Set(ofFrameworks.map(({ history }) => history.target))].sort(),
    releases: new Set(ofEachFramework).size,
    runtimes,
    spread: spreadOf(judged),
    largeSteps: judged.flatMap((one) => largeStepsOf(one, judged)),
  };
}

function spreadOf(judged: readonly (JudgedReleases & StoredReleases)[]): Map<WayToRun, StepSpread> {
  const spread = new Map<WayToRun, StepSpread>();
  for (const way of waysToRun) {
    const own = judged.filter(({ history }) => wayToRun(history.target) === way);
    const measured = own.flatMap(({ releases, comparisons }) =>
      releases.flatMap(({ figures, outcome }) => {
        const comparison = outcome.state === 'measured' ? comparisons.get(outcome.comparison) : undefined;
        return comparison === undefined ? [] : [{ figures, comparison }];
      }),
    );
    const widths = measured.flatMap(({ figures }) =>
      figures.flatMap(({ effect }) => (effect === null ? [] : [Math.log(effect.high / effect.low) / 2])),
    );
    if (widths.length === 0) continue;
    spread.set(way, {
      releases: measured.length,
      halfWidth: Math.expm1(median(widths)),
      minutesForTwoScenarios: median(measured.map(({ comparison }) => minutesOf(comparison))),
    });
  }
  return spread;
}

function minutesOf({ startedAt, finishedAt, cells }: Comparison): number {
  const minutes = (Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt)) / 60_000;
  return (minutes / cells.length) * 2;
}

function largeStepsOf(judged: JudgedHistory, all: readonly JudgedHistory[]): LargeStep[] {
  return judged.steps.flatMap((step) => {
    if (step.state !== 'confirmed' || sizeOfRatio(step.ratio) < Math.log(1 + LARGE_STEP)) return [];
    const isOfTwoMachines = stepElsewhere(judged, step, all).some(({ isThere }) => isThere);
    return [{ history: judged.history, step, isOfTwoMachines }];
  });
}

/** Each step once, named by its release, as the machine of the first history found it. */
export function distinctSteps(steps: readonly LargeStep[]): LargeStep[] {
  const keyOf = ({ history: { target, variant, package: own }, step }: LargeStep): string =>
    [target, variant, own.name, step.to, step.scenario, step.ratio > 1].join(' ');
  return [...Map.groupBy(steps, keyOf).values()].flatMap(([first]) => first ?? []);
}

interface SelfComparisons {
  /** Cells with one release on both sides. */
  cells: number;
  targets: string[];
  /** Cells whose 95 % interval excludes that both sides cost the same: chance alone makes one in twenty. */
  excluded: number;
  /** The cost that is furthest from the same on both sides; 1 if there are no cells. */
  furthest: number;
  /** Figures that would have raised suspicion of a step. */
  flagged: { target: string; scenario: string; ratio: number }[];
}

/** The p at which a history suspects a step; half of it in each direction. */
const SUSPICION_RATE = 0.01;

/** Finds comparisons that measured one release as if it were two, and judges them as a history does. */
export function selfComparisons(comparisons: readonly Comparison[]): SelfComparisons {
  const found = comparisons.flatMap(({ pairs, cells }) =>
    cells.flatMap((cell) => {
      const pair = pairs[cell.pair];
      const isSelf =
        pair?.base.pinned != null &&
        workOf(pair.base) === workOf(pair.head) &&
        cell.metric === 'cpuPerRequestNanoseconds' &&
        cell.mode === 'together';
      const ratios = isSelf ? [...costRatios(cell, false), ...costRatios(cell, true)] : [];
      const effect = pairedEffect(ratios);
      if (pair === undefined || effect === null) return [];
      const matters = sizeOfRatio(effect.ratio) >= Math.log(1 + LEAST_STEP);
      const p = 2 * Math.min(pAbove(ratios, 1), pBelow(ratios, 1));
      return [
        {
          ...{ target: pair.base.target, scenario: cell.scenario, ratio: effect.ratio },
          isExcluded: effect.low > 1 || effect.high < 1,
          isFlagged: matters && p <= SUSPICION_RATE,
        },
      ];
    }),
  );
  return {
    cells: found.length,
    targets: [...new Set(found.map(({ target }) => target))].sort(),
    excluded: found.filter(({ isExcluded }) => isExcluded).length,
    furthest: found.reduce((most, { ratio }) => (sizeOfRatio(ratio) > sizeOfRatio(most) ? ratio : most), 1),
    flagged: found.filter(({ isFlagged }) => isFlagged),
  };
}

function workOf({ target, variant, revision, pinned }: Comparison['pairs'][number]['base']): string {
  return JSON.stringify([target, variant, revision, pinned?.package, pinned?.version]);
}
