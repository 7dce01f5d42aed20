import { shownCells } from '../../analysis/unmeasured.ts';
import { costRatios, verdictOf } from '../../analysis/verdict.ts';
import {
  type Comparison,
  loadShapeId,
  SITE_DATA_SCHEMA_VERSION,
  type SiteIndex,
  type VerdictData,
} from '../../model/index.ts';
import { resultPath } from '../../results/comparison-store.ts';
import { significant } from '../../util/rounding.ts';
import { canaryCosts } from './canary-costs.ts';

/** A comparison with its verdict, for the page of the verdict. */
export function verdictData(comparison: Comparison): VerdictData {
  const verdict = verdictOf(comparison);
  const counts = { regressed: 0, improved: 0, same: 0, undecided: 0 };
  const { machine, startedAt, id } = comparison;
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine,
    id,
    startedAt,
    file: resultPath(comparison),
    pairs: comparison.pairs,
    cells: shownCells(verdict).map(({ cell, judgement, minimumEffect, unmeasured }) => {
      const { effect, state } = judgement;
      counts[state]++;
      const confirming = costRatios(cell, true);
      return {
        pair: cell.pair,
        scenario: cell.scenario,
        loadShape: cell.loadShape,
        loadShapeId: loadShapeId(cell.loadShape),
        metric: cell.metric,
        mode: cell.mode,
        minimumEffect,
        state,
        effect: effect && {
          ratio: significant(effect.ratio),
          low: significant(effect.low),
          high: significant(effect.high),
          pairs: effect.pairs,
        },
        differs: judgement.differs,
        flagged: judgement.flagged,
        recurred: judgement.recurred,
        pairsNeeded: judgement.pairsNeeded,
        ratios: [...costRatios(cell, false), ...confirming].map((ratio) => significant(ratio)),
        confirming: confirming.length,
        failure: cell.failures.at(-1)?.what ?? null,
        unmeasured,
      };
    }),
    counts,
    disturbed: verdict.disturbed,
    network: comparison.network ?? 'host',
    warmup: comparison.method.warmup,
    canary: canaryCosts(comparison.canary),
  };
}

export function verdictSummary({
  machine,
  id,
  startedAt,
  pairs,
  cells,
  counts,
}: VerdictData): SiteIndex['verdicts'][number] {
  return {
    machine,
    id,
    startedAt,
    pairs: pairs.map(({ base, head }) => ({ base: base.label, head: head.label })),
    cells: cells.length,
    counts,
  };
}
