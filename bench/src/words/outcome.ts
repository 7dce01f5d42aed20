import type { MissingReason, RankingRow } from '../model/index.ts';

/** Why a row of a table has no figure. Each reason is a sentence that also reads after "because". */
export const outcomeWords = {
  steps: {
    'left-out': 'Left out',
    build: 'Build failed',
    start: 'Did not start',
    verify: 'Failed the contract',
  },
  missing: 'No figure',
  missingReasons: {
    'not-counted-by-target': 'The target keeps no count.',
    'not-reported-by-loader': 'The loader does not report it.',
    'no-database': 'The scenario has no database.',
    'too-few-samples': 'There were too few requests for this percentile.',
    'no-accounting': 'The machine does not record it.',
    'start-failed': 'Every start failed; the result file says why.',
  } satisfies Record<MissingReason, string> as Record<MissingReason, string>,
  noCell: 'Not measured',
  noCellFinished: 'The run has no cell for it: the target does not serve this scenario.',
  noCellUnfinished: 'The run ended before it was measured.',
};
type OutcomeWords = typeof outcomeWords;

/** Text of a row without a figure; reasons that the harness wrote are in English in every language. */
export function withoutFigure(
  { outcome }: Pick<RankingRow, 'outcome'>,
  words: OutcomeWords = outcomeWords,
): { what: string; why: string; inEnglish: boolean } {
  switch (outcome.kind) {
    case 'left-out':
      return { what: words.steps[outcome.step], why: outcome.reason, inEnglish: true };
    case 'missing':
      return { what: words.missing, why: words.missingReasons[outcome.reason], inEnglish: false };
    default: {
      const finished = outcome.kind === 'no-cell' && outcome.runFinished;
      return {
        what: words.noCell,
        why: finished ? words.noCellFinished : words.noCellUnfinished,
        inEnglish: false,
      };
    }
  }
}
