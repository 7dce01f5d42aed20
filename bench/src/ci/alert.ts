import { shownCells } from '../analysis/unmeasured.ts';
import { verdictOf } from '../analysis/verdict.ts';
import type { Comparison, ScenarioId } from '../model/index.ts';
import type { RunResult } from '../results/read-results.ts';
import { percentChange } from '../words/index.ts';
import { type PlannedComparison, unmadeComparisons } from './jobs/planned-comparisons.ts';

/**
 * Finds out which targets failed, became slower or were not compared on main, and which of them a measurement shows to be
 * well again.
 */

/** What is wrong with a target. Each kind has an issue of its own: what ends one says nothing of another. */
export type TroubleKind = 'failed' | 'slower' | 'uncompared';

export interface Trouble {
  kind: TroubleKind;
  /** A target, or what stands in its place: `the workflow bench`. */
  target: string;
  what: string[];
  /** Where it was seen: `default/json`, a variant and a scenario of it; of a workflow, a runner and a profile. */
  cells: string[];
}

/** A target without trouble of a kind, and the cells that show it. */
interface Recovery {
  kind: TroubleKind;
  target: string;
  cells: ReadonlySet<string>;
}

export interface FoundTroubles {
  troubles: Trouble[];
  well: Recovery[];
}

/**
 * Returns what failed or became slower in the newest runs and comparisons, and what did not. Only a cell that was
 * measured shows that a failure is over, and only one that a comparison finds faster that a regression is.
 *
 * @param planned the comparisons that there should be of what was measured
 */
export function troublesOf(
  runs: readonly RunResult[],
  comparisons: readonly Comparison[],
  planned: readonly PlannedComparison[] = [],
): FoundTroubles {
  const findings = [
    failuresOf(runs),
    regressionsOf(comparisons),
    uncomparedOf(measuredTargets(runs), comparisons, planned),
  ];
  return {
    troubles: findings.flatMap((one) => one.troubles()),
    well: findings.flatMap((one) => one.well()),
  };
}

function failuresOf(runs: readonly RunResult[]): Findings {
  const found = new Findings('failed');
  for (const { run, targets } of runs) {
    for (const { result } of targets) {
      const { target, state, cells, variant } = result;
      if (state.step === 'left-out') continue;
      if (state.step !== 'measured')
        found.add(
          target,
          `${variant}: ${state.step} failed: ${state.reason}`,
          run.profile.scenarios.map((scenario) => cellKey(variant, scenario)),
        );
      for (const { scenario, rounds, failures } of cells) {
        const cell = cellKey(variant, scenario);
        if (rounds.round.length > 0) found.addWell(target, cell);
        else
          found.add(
            target,
            `${variant}: no measurement of ${scenario} completed: ${failures.at(-1)?.what ?? ''}`,
            [cell],
          );
      }
    }
  }
  return found;
}

function regressionsOf(comparisons: readonly Comparison[]): Findings {
  const found = new Findings('slower');
  for (const comparison of comparisons) {
    for (const { cell, judgement } of shownCells(verdictOf(comparison))) {
      const pair = comparison.pairs[cell.pair];
      if (!pair) continue;
      const { target, variant } = pair.head;
      const where = cellKey(variant, cell.scenario);
      if (judgement.state === 'improved') found.addWell(target, where);
      if (judgement.state === 'regressed' && judgement.effect)
        found.add(
          target,
          `${variant}: ${cell.scenario} costs ${percentChange(judgement.effect.ratio)} since ${pair.base.revision?.slice(0, 7) ?? 'before'}`,
          [where],
        );
    }
  }
  return found;
}

/** @param measured targets that have a new result; the next run compares the others with the same commit again */
function uncomparedOf(
  measured: ReadonlySet<string>,
  comparisons: readonly Comparison[],
  planned: readonly PlannedComparison[],
): Findings {
  const found = new Findings('uncompared');
  for (const { cells, pairs } of comparisons)
    for (const { pair, scenario } of cells) {
      const head = pairs[pair]?.head;
      if (head) found.addWell(head.target, cellKey(head.variant, scenario));
    }
  for (const { target, commit } of unmadeComparisons(planned, comparisons)) {
    if (!measured.has(target)) continue;
    const at = commit.slice(0, 12);
    found.add(
      target,
      `it was not compared with ${at}, of which its result before is: the log of the measuring job says why. To compare them: npm run bench -- compare ${at} ${target}`,
      [],
    );
  }
  return found;
}

function measuredTargets(runs: readonly RunResult[]): ReadonlySet<string> {
  const results = runs.filter(({ run }) => run.finishedAt !== null).flatMap(({ targets }) => targets);
  return new Set(
    results.flatMap(({ result: { state, target } }) => (state.step === 'measured' ? [target] : [])),
  );
}

export function cellKey(variant: string, scenario: ScenarioId): string {
  return `${variant}/${scenario}`;
}

/** What was found of one kind, by target. A target in trouble is well in no cell. */
class Findings {
  readonly #kind: TroubleKind;
  readonly #troubles = new Map<string, Trouble>();
  readonly #well = new Map<string, Set<string>>();

  constructor(kind: TroubleKind) {
    this.#kind = kind;
  }

  add(target: string, what: string, cells: readonly string[]): void {
    const known = this.#troubles.get(target) ?? { kind: this.#kind, target, what: [], cells: [] };
    known.what.push(what);
    known.cells = [...new Set([...known.cells, ...cells])];
    this.#troubles.set(target, known);
  }

  addWell(target: string, cell: string): void {
    this.#well.set(target, (this.#well.get(target) ?? new Set()).add(cell));
  }

  troubles(): Trouble[] {
    return [...this.#troubles.values()];
  }

  well(): Recovery[] {
    return [...this.#well]
      .filter(([target]) => !this.#troubles.has(target))
      .map(([target, cells]) => ({ kind: this.#kind, target, cells }));
  }
}
