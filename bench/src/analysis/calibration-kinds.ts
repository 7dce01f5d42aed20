import {
  type CalibratedComparison,
  type ComparedCell,
  type ComparisonWarmup,
  isUntilSteady,
  looksFor,
} from '../model/index.ts';
import { type Look, mean, median } from '../stats/index.ts';
import { costRatios, judgedPairs } from './verdict.ts';

/** All pairs of one kind, from every calibration of a machine. */
export interface CalibrationKind {
  server: string;
  /** Share by which head is known to take longer, from its iterations; 0 if both sides are the same. */
  added: number;
  mode: ComparedCell['mode'];
  /** Whether both sides were warmed up to their steady state, and if so, measured while neither compiled. */
  warm: 'steady' | 'quiet' | null;
  /** Looks of a comparison of such a server. */
  looks: readonly Look[];
  cells: { comparison: CalibratedComparison; cell: CalibratedComparison['cells'][number] }[];
  /** Head ÷ base of the cost per request, one per pair. */
  ratios: number[];
  /** Logarithms of the first started ÷ the second, one per pair. */
  order: number[];
  /** Median seconds from the start of one pair to that of the next. */
  secondsEach: number;
}

export function calibrationKinds(comparisons: readonly CalibratedComparison[]): CalibrationKind[] {
  const found = new Map<string, CalibrationKind>();
  for (const comparison of comparisons) {
    for (const cell of comparison.cells) {
      const { base, head } = comparison.pairs[cell.pair] as CalibratedComparison['pairs'][number];
      const added = head.burn?.addedShare ?? 0;
      const server = base.variant === 'default' ? base.target : `${base.target}:${base.variant}`;
      const warm = warmOf(comparison.method.warmup);
      const key = `${server} ${added.toFixed(3)} ${cell.mode} ${warm}`;
      const kind: CalibrationKind = found.get(key) ?? {
        server,
        added,
        mode: cell.mode,
        warm,
        looks: looksFor(comparison.method),
        cells: [],
        ratios: [],
        order: [],
        secondsEach: 0,
      };
      found.set(key, kind);
      kind.cells.push({ comparison, cell });
      const ratios = costRatios(cell, false);
      kind.ratios.push(...ratios);
      kind.order.push(
        ...judgedPairs(cell, false).map(
          (pair, index) => Math.log(ratios[index] as number) * (cell.rounds.first[pair] === 'head' ? 1 : -1),
        ),
      );
    }
  }
  for (const kind of found.values()) kind.secondsEach = secondsEach(kind);
  return [...found.values()];
}

function warmOf(warmup: ComparisonWarmup): CalibrationKind['warm'] {
  if (!isUntilSteady(warmup)) return null;
  return warmup.whileQuiet ? 'quiet' : 'steady';
}

/**
 * Median seconds between pairs. The cells of a comparison alternate: between two pairs of one kind is one
 * pair of each other kind.
 */
function secondsEach({ cells, mode }: CalibrationKind): number {
  const gaps = cells.flatMap(({ comparison }) => {
    const started = comparison.cells
      .filter((cell) => cell.mode === mode)
      .flatMap(({ rounds }) => rounds.startedSeconds)
      .sort((a, b) => a - b);
    return started.slice(1).map((seconds, index) => seconds - (started[index] as number));
  });
  return gaps.length === 0 ? 0 : median(gaps);
}

/**
 * Share of the cost per request in base by which head's iterations took longer than base's, by the servers'
 * own clocks; `null` if a server does not time them.
 */
export function timedShare({ cells }: CalibrationKind): number | null {
  const logs = cells.flatMap(({ cell: { burned, rounds } }) =>
    (burned?.base ?? []).flatMap((base, index) => {
      const [head, cost] = [burned?.head[index], rounds.base[index]];
      return base && head && cost ? [Math.log(1 + (head - base) / cost)] : [];
    }),
  );
  return logs.length === 0 ? null : Math.exp(mean(logs)) - 1;
}
