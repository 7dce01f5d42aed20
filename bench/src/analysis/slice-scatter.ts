import { type Cell, fittedMetrics, type MetricId } from '../model/index.ts';
import { additiveFit, mean } from '../stats/index.ts';

type Slices = NonNullable<Cell['slices']>;

/**
 * Returns, for each target of a table, the variance of a block's figure that the scatter of its slices explains, on
 * logarithms: what is left after target and cycle, over the number of slices. Empty for a metric that is not of slices.
 *
 * @param cells cells of one scenario and load shape
 */
export function sliceScatter(
  cells: readonly { id: string; cell: Cell }[],
  metric: MetricId,
): Map<string, number> {
  if (!fittedMetrics.some((fitted) => fitted === metric)) return new Map();
  const blocks = new Set(cells.flatMap(({ cell }) => cell.slices?.block ?? []));
  const left = new Map<string, { residuals: number[]; blocks: Set<number> }>();
  for (const block of blocks) {
    const entries = cells.flatMap(({ id, cell: { slices } }) =>
      slices === undefined ? [] : entriesOf(id, slices, block, metric),
    );
    for (const [at, residual] of additiveFit(entries).residuals.entries()) {
      const { row } = entries[at] as (typeof entries)[number];
      const own = left.get(row) ?? { residuals: [], blocks: new Set() };
      left.set(row, own);
      own.residuals.push(residual);
      own.blocks.add(block);
    }
  }
  return new Map(
    [...left].flatMap(([id, { residuals, blocks: own }]) => {
      const variance = mean(residuals.map((residual) => residual ** 2)) / (residuals.length / own.size);
      return variance > 0 ? [[id, variance] as const] : [];
    }),
  );
}

function entriesOf(row: string, slices: Slices, block: number, metric: MetricId) {
  return slices.block.flatMap((of, at) => {
    const figure = of === block && slices.kept[at] ? figureOf(slices, at, metric) : null;
    return figure !== null && figure > 0 && Number.isFinite(figure)
      ? [{ row, column: slices.cycle[at] as number, value: Math.log(figure) }]
      : [];
  });
}

function figureOf(slices: Slices, at: number, metric: MetricId): number | null {
  const requests = slices.requests[at] as number;
  if (metric === 'throughputPerSecond') return requests / (slices.durationSeconds[at] as number);
  const used = slices.serverCpuNanoseconds[at] ?? null;
  return used === null ? null : used / requests;
}
