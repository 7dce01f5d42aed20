import { falseDiscoveryAdjusted } from './false-discovery.ts';
import {
  leastDetectable,
  type PairedEffect,
  pAbove,
  pairedEffect,
  pairsToDecide,
  pBelow,
} from './paired-effect.ts';

/** A planned moment at which the data are judged. */
export interface Look {
  /** Pairs that a cell has at this look. */
  rounds: number;
  /** This look's part of the comparison's error rate; the parts of all looks add up to it. */
  errorRate: number;
}

/** Measurements of one cell. Ratios are costs, head ÷ base: above 1 is worse. */
export interface Evidence {
  /** One per pair, in the order measured. */
  ratios: readonly number[];
  /**
   * Those that each look judges; empty before it has its pairs. The first ones of `ratios` if left out, as many as the
   * look has.
   */
  atLooks?: readonly (readonly number[])[];
  /** Ratios of the second measurement of a flagged cell; `null` if there was none. */
  confirmation: readonly number[] | null;
  /** The smallest change that matters: 0.01 is one per cent. */
  minimumEffect: number;
}

export type CellState = 'regressed' | 'improved' | 'same' | 'undecided';
type Direction = 'worse' | 'better';

export interface Judgement {
  state: CellState;
  /** The look that decided, or the last one reached; `null` before the first. */
  look: number | null;
  /** Effect over all pairs, or of a flagged cell's second measurement alone; `null` with fewer than two pairs. */
  effect: PairedEffect | null;
  /** Direction in which the cell differs from no change at all, however little. */
  differs: Direction | null;
  /** Direction of an effect beyond the minimum before the confirmation; it is reported only if it recurs. */
  flagged: Direction | null;
  /** Whether the flag recurred; `null` while its second measurement has too few pairs to deny it. */
  recurred: boolean | null;
  /** For an undecided cell, pairs needed if nothing else changes; `null` if no number would do. */
  pairsNeeded: number | null;
  /**
   * The smallest ratio above 1 that these pairs would have told from no change, four times out of five, if no other cell
   * changed.
   */
  leastDetectable: number | null;
}

/** A flagged cell's second measurement must cross the minimum effect at this error rate. */
const CONFIRMATION_ERROR_RATE = 0.05;

/**
 * Judges all cells of a comparison together. At each look, tests every open cell against its minimum effect
 * in each direction, and holds the false discovery rate over all cells at the look's part of the error rate.
 * A cell whose whole interval lies within its minimum effect is the same. A cell is judged at a look only
 * once it has that look's pairs, so the verdict is the same while measuring and later from the file.
 *
 * @throws RangeError if a ratio is not finite and above 0
 */
export function judge(cells: readonly Evidence[], looks: readonly Look[]): Judgement[] {
  const found = cells.map((): Found => ({ state: null, look: null, differs: null }));
  looks.forEach((look, index) => {
    const open = cells.map(({ ratios, atLooks }, at) => {
      const seen = atLooks?.[index] ?? ratios.slice(0, look.rounds);
      return found[at]?.state === null && seen.length >= look.rounds ? seen : null;
    });
    const adjusted = (test: (cell: Evidence, ratios: readonly number[]) => number): number[] =>
      // A cell that is already decided or not yet measured counts in the total, with p = 1.
      falseDiscoveryAdjusted(
        cells.map((cell, at) => {
          const seen = open[at];
          return seen ? test(cell, seen) : 1;
        }),
      );
    const beyondWorse = adjusted(({ minimumEffect }, ratios) => pAbove(ratios, 1 + minimumEffect));
    const beyondBetter = adjusted(({ minimumEffect }, ratios) => pBelow(ratios, 1 / (1 + minimumEffect)));
    const worse = adjusted((_, ratios) => pAbove(ratios, 1));
    const better = adjusted((_, ratios) => pBelow(ratios, 1));
    const within = (p: number | undefined): boolean => (p ?? 1) <= look.errorRate;
    cells.forEach((cell, at) => {
      const seen = open[at];
      if (!seen) return;
      found[at] = {
        look: index,
        differs: within(worse[at]) ? 'worse' : within(better[at]) ? 'better' : null,
        state: within(beyondWorse[at])
          ? 'regressed'
          : within(beyondBetter[at])
            ? 'improved'
            : isSame(seen, cell.minimumEffect, look.errorRate)
              ? 'same'
              : null,
      };
    });
  });
  return cells.map((cell, at) => conclude(cell, found[at] as Found, looks, cells.length));
}

interface Found {
  state: Exclude<CellState, 'undecided'> | null;
  look: number | null;
  differs: Direction | null;
}

/** Two one-sided tests (Schuirmann 1987): the interval of 1 − 2 α lies within the bounds. */
function isSame(ratios: readonly number[], minimumEffect: number, errorRate: number): boolean {
  const effect = pairedEffect(ratios, 1 - 2 * errorRate);
  return effect !== null && effect.high < 1 + minimumEffect && effect.low > 1 / (1 + minimumEffect);
}

/** Fewer pairs have no interval. */
const LEAST_FOR_EFFECT = 2;

function conclude(
  cell: Evidence,
  { state, look, differs }: Found,
  looks: readonly Look[],
  cells: number,
): Judgement {
  const flagged = state === 'regressed' ? 'worse' : state === 'improved' ? 'better' : null;
  const last = looks[look ?? 0];
  const recurred = flagged && last ? hasRecurred(cell, flagged, last) : null;
  const reported = flagged === null || recurred === true ? state : null;
  const again = cell.confirmation ?? [];
  // A look flags what is large, by chance too: the second measurement alone says how large it is.
  const effect = pairedEffect(
    recurred !== null && again.length >= LEAST_FOR_EFFECT ? again : [...cell.ratios, ...again],
  );
  return {
    state: reported ?? 'undecided',
    look,
    effect,
    differs,
    flagged,
    recurred,
    pairsNeeded: reported === null && effect ? needed(effect, cell.minimumEffect, last, cells) : null,
    leastDetectable: effect && last ? leastDetectable(effect, last.errorRate / cells) : null,
  };
}

/** One or two pairs of a second measurement that was cut off deny nothing: it has as many as the look that flagged. */
function hasRecurred(
  { minimumEffect, confirmation }: Evidence,
  flagged: Direction,
  { rounds }: Look,
): boolean | null {
  const again = confirmation ?? [];
  const p = flagged === 'worse' ? pAbove(again, 1 + minimumEffect) : pBelow(again, 1 / (1 + minimumEffect));
  if (p <= CONFIRMATION_ERROR_RATE) return true;
  return again.length >= rounds ? false : null;
}

/**
 * As if no other cell of the comparison changed: a change then has the least share of the error rate. That nothing
 * changed is told of each cell by itself.
 */
function needed(
  effect: PairedEffect,
  minimumEffect: number,
  look: Look | undefined,
  cells: number,
): number | null {
  const [most, least] = [1 + minimumEffect, 1 / (1 + minimumEffect)];
  const isWithin = effect.ratio < most && effect.ratio > least;
  const errorRate = (look?.errorRate ?? 0.025) / (isWithin ? 1 : cells);
  return pairsToDecide(effect, [most, least], 1 - 2 * errorRate);
}
