import { falseDiscoveryAdjusted } from './false-discovery.ts';
import {
  leastDetectable,
  type PairedEffect,
  pAbove,
  pairedEffect,
  pBelow,
  roundsToDecide,
} from './paired-effect.ts';

/** A time at which the data are looked at, planned beforehand. */
export interface Look {
  /** Pairs of rounds that a cell has then. */
  rounds: number;
  /** Its part of the error rate; all parts together are the comparison's. */
  errorRate: number;
}

/** What is known of one cell. Ratios are of costs, head ÷ base: above 1 is worse. */
export interface Evidence {
  /** One a pair of rounds, in the order measured. */
  ratios: readonly number[];
  /** Of the second measurement that a flagged cell gets; `null` where there was none. */
  confirmation: readonly number[] | null;
  /** The smallest change that matters: 0.01 is one per cent. */
  minimumEffect: number;
}

export type CellState = 'regressed' | 'improved' | 'same' | 'undecided';
type Direction = 'worse' | 'better';

export interface Judgement {
  state: CellState;
  /** The look that decided, or the last that was reached; `null` before the first. */
  look: number | null;
  /** From all rounds, those of the confirmation too; `null` with fewer than two. */
  effect: PairedEffect | null;
  /** Which way the cell differs from no change at all, however little. */
  differs: Direction | null;
  /** Beyond the minimum effect before the confirmation; what does not recur is not reported. */
  flagged: Direction | null;
  /** Whether the flag recurred; `null` where nothing was measured again. */
  recurred: boolean | null;
  /** For an undecided cell: how many rounds it would take if all stays as it is; `null` where none would do. */
  roundsNeeded: number | null;
  /** The smallest ratio above 1 that these rounds would have shown, against no change, four times of five. */
  leastDetectable: number | null;
}

/** A flagged cell's second measurement must cross the minimum effect at this error rate. */
const CONFIRMATION_ERROR_RATE = 0.05;

/**
 * Judges all cells of a comparison together. At each look every cell that is still open is tested against its
 * minimum effect, each direction by itself, with the false discovery rate held over all cells at the look's part of
 * the error rate. A cell whose whole interval lies within its minimum effect is the same. Cells are judged at a look
 * only once they have its rounds, so the answer is the same while measuring and from the file afterwards.
 *
 * @throws RangeError where a ratio is not finite and above 0
 */
export function judge(cells: readonly Evidence[], looks: readonly Look[]): Judgement[] {
  const found = cells.map((): Found => ({ state: null, look: null, differs: null }));
  looks.forEach((look, index) => {
    const open = found.map(({ state }, at) => state === null && roundsOf(cells[at]) >= look.rounds);
    const adjusted = (test: (cell: Evidence, ratios: readonly number[]) => number): number[] =>
      // A cell that was decided before, or is not there yet, counts among all and shows nothing.
      falseDiscoveryAdjusted(
        cells.map((cell, at) => (open[at] ? test(cell, cell.ratios.slice(0, look.rounds)) : 1)),
      );
    const beyondWorse = adjusted(({ minimumEffect }, ratios) => pAbove(ratios, 1 + minimumEffect));
    const beyondBetter = adjusted(({ minimumEffect }, ratios) => pBelow(ratios, 1 / (1 + minimumEffect)));
    const worse = adjusted((_, ratios) => pAbove(ratios, 1));
    const better = adjusted((_, ratios) => pBelow(ratios, 1));
    const within = (p: number | undefined): boolean => (p ?? 1) <= look.errorRate;
    cells.forEach((cell, at) => {
      if (!open[at]) return;
      found[at] = {
        look: index,
        differs: within(worse[at]) ? 'worse' : within(better[at]) ? 'better' : null,
        state: within(beyondWorse[at])
          ? 'regressed'
          : within(beyondBetter[at])
            ? 'improved'
            : isSame(cell, look)
              ? 'same'
              : null,
      };
    });
  });
  return cells.map((cell, at) => conclude(cell, found[at] as Found, looks));
}

interface Found {
  state: Exclude<CellState, 'undecided'> | null;
  look: number | null;
  differs: Direction | null;
}

function roundsOf(cell: Evidence | undefined): number {
  return cell?.ratios.length ?? 0;
}

/** Two one-sided tests (Schuirmann 1987): the interval of 1 − 2 α lies within the bounds. */
function isSame({ ratios, minimumEffect }: Evidence, { rounds, errorRate }: Look): boolean {
  const effect = pairedEffect(ratios.slice(0, rounds), 1 - 2 * errorRate);
  return effect !== null && effect.high < 1 + minimumEffect && effect.low > 1 / (1 + minimumEffect);
}

function conclude(cell: Evidence, { state, look, differs }: Found, looks: readonly Look[]): Judgement {
  const flagged = state === 'regressed' ? 'worse' : state === 'improved' ? 'better' : null;
  const recurred = flagged && cell.confirmation ? recurs(cell, cell.confirmation, flagged) : null;
  const reported = flagged === null || recurred === true ? state : null;
  const effect = pairedEffect([...cell.ratios, ...(cell.confirmation ?? [])]);
  const last = looks[look ?? 0];
  return {
    state: reported ?? 'undecided',
    look,
    effect,
    differs,
    flagged,
    recurred,
    roundsNeeded: reported === null && effect ? needed(effect, cell.minimumEffect, last) : null,
    leastDetectable: effect && last ? leastDetectable(effect, last.errorRate) : null,
  };
}

function recurs({ minimumEffect }: Evidence, again: readonly number[], flagged: Direction): boolean {
  const p = flagged === 'worse' ? pAbove(again, 1 + minimumEffect) : pBelow(again, 1 / (1 + minimumEffect));
  return p <= CONFIRMATION_ERROR_RATE;
}

function needed(effect: PairedEffect, minimumEffect: number, look: Look | undefined): number | null {
  const bounds = [1 + minimumEffect, 1 / (1 + minimumEffect)];
  return roundsToDecide(effect, bounds, 1 - 2 * (look?.errorRate ?? 0.025));
}
