/**
 * Shows how often a slice costs far more CPU time per request than its target and its cycle let expect, in servers whose
 * compiler threads are known and in others. A virtual machine that compiles again in a slice is such a case; since
 * 29 November 2026 runs record what compiling took of each slice, and repeat those of warm servers in which it was much.
 * A second table shows what slices cost by how much was compiled in them.
 *
 *   npm run figure -- costly-slices [run …]
 */
import { QUIET_COMPILING_RATIO, type TargetRun, variantName } from '../src/model/index.ts';
import { additiveFit, median } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns, type NamedCell, rankedTables } from './support/runs.ts';
import { percent } from './support/script.ts';

/** Slices that cost more than this much more, or less than its inverse. */
const COSTLY = 1.35;

interface JudgedSlice {
  compiler: boolean;
  /** Share of its CPU time that compiling took; `null` if the run did not record it. */
  compilingRatio: number | null;
  kept: boolean;
  /** Its cost over what its target and its cycle let expect. */
  overExpected: number;
}

const showsCompilers = ({ cells, warmups = [] }: TargetRun): boolean =>
  cells.some(({ slices }) => slices?.compilingRatio !== undefined) ||
  warmups.some(({ compilingRatio }) => compilingRatio.some((ratio) => ratio !== null));

/** Judges the slices of one table in one block, those that settled a server left out. */
function judgedSlices(cells: readonly NamedCell[], block: number, compilers: ReadonlySet<string>) {
  const slices = cells.flatMap(({ name, cell: { slices: own } }) =>
    (own?.block ?? []).flatMap((of, at) => {
      const cost = (own?.serverCpuNanoseconds[at] ?? 0) / (own?.requests[at] ?? 0);
      if (!own || of !== block || !(cost > 0) || !Number.isFinite(cost)) return [];
      const cycle = own.cycle[at] as number;
      const entry = { row: name, column: cycle, value: Math.log(cost) };
      return [{ entry, kept: own.kept[at] === true, compilingRatio: own.compilingRatio?.[at] ?? null }];
    }),
  );
  const counting = slices.filter(({ kept }) => kept);
  const { rows, columns } = additiveFit(counting.map(({ entry }) => entry));
  return slices.flatMap(({ entry, kept, compilingRatio }): JudgedSlice[] => {
    const [row, column] = [rows.get(entry.row), columns.get(entry.column)];
    if (row === undefined || column === undefined) return [];
    const overExpected = Math.exp(entry.value - row - column);
    return [{ compiler: compilers.has(entry.row), compilingRatio, kept, overExpected }];
  });
}

const judged = blockRuns(process.argv.slice(2)).flatMap((store) => {
  const targets = store.targets();
  const compilers = new Set(
    targets.filter(showsCompilers).map(({ target, variant }) => variantName(target, variant)),
  );
  return [...rankedTables(targets).values()].flatMap((cells) => {
    const blocks = new Set(cells.flatMap(({ cell }) => cell.slices?.block ?? []));
    return [...blocks].flatMap((block) => judgedSlices(cells, block, compilers));
  });
});

const shareOf = (slices: readonly JudgedSlice[], such: (slice: JudgedSlice) => boolean): string =>
  percent(slices.filter(such).length / Math.max(1, slices.length), 2);

const right = 'right' as const;
console.log(
  table(
    [
      { title: 'compiler threads' },
      { title: 'slices that count', align: right },
      { title: `cost over ${COSTLY} of the expected`, align: right },
      { title: `below its inverse`, align: right },
    ],
    [true, false].map((compiler) => {
      const slices = judged.filter((slice) => slice.kept && slice.compiler === compiler);
      return [
        compiler ? 'known' : 'none, or not known',
        String(slices.length),
        shareOf(slices, ({ overExpected }) => overExpected > COSTLY),
        shareOf(slices, ({ overExpected }) => overExpected < 1 / COSTLY),
      ];
    }),
  ),
);

const known = judged.filter(({ compilingRatio }) => compilingRatio !== null);
if (known.length > 0) {
  const bounds = [0, QUIET_COMPILING_RATIO, 0.1, Number.POSITIVE_INFINITY];
  console.log();
  console.log(
    table(
      [
        { title: 'compiling took' },
        { title: 'slices', align: right },
        { title: 'repeated', align: right },
        { title: 'cost of the expected, median', align: right },
      ],
      bounds.slice(1).map((bound, at) => {
        const least = bounds[at] as number;
        const slices = known.filter(({ compilingRatio }) => {
          const ratio = compilingRatio as number;
          return ratio >= least && ratio < bound;
        });
        const name =
          bound === Number.POSITIVE_INFINITY
            ? `${percent(least, 0)} and more`
            : `${percent(least, 0)} to ${percent(bound, 0)}`;
        return [
          name,
          String(slices.length),
          String(slices.filter(({ kept }) => !kept).length),
          slices.length === 0 ? '–' : median(slices.map(({ overExpected }) => overExpected)).toFixed(2),
        ];
      }),
    ),
  );
}
