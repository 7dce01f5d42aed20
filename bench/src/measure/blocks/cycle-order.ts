import { hasRate, loadShapeId, type ScenarioId } from '../../model/index.ts';
import { seededRandom } from '../../util/random.ts';
import { mix, type PlannedCell } from '../planned-cells.ts';

/** Slices that a server gets one after the other: one of each table of a pass. */
export type Visit = readonly [PlannedCell, ...PlannedCell[]];

/** Some of the tables of a cycle, which are loaded together: each server is visited once. */
export interface Pass {
  tables: readonly string[];
  visits: readonly Visit[];
}

/** Keep draws of the same seed and block apart. */
const TABLE_ORDER = 0x7ab1;
const SETTLING_ORDER = 0x5e77;

/**
 * Most tables of a pass. A server needs one lead-in for all of its slices, so more tables cost less time each; but a
 * pass takes longer, and slices of a table that lie close in time share more of what disturbs the machine.
 */
const MOST_TABLES = 3;

/**
 * Beside others, tables at a fixed rate are loaded in one cycle of four. Their slices take several times as long, and
 * after three blocks all p99 were still tied, while each further slice of a throughput table narrows its ranks (`figure
 * -- rank-width`).
 */
const RATES_EVERY_CYCLES = 4;

/** Returns in one cycle of how many a table at a fixed rate is loaded: in each if there are no others. */
export function ratesEveryCycles(cells: readonly Pick<PlannedCell, 'shape'>[]): number {
  return cells.every(({ shape }) => hasRate(shape)) ? 1 : RATES_EVERY_CYCLES;
}

/**
 * Plans one cycle over the tables of a block: every cell is loaded once, in passes over the servers. The passes, the
 * servers of each and the slices of a visit come in a newly drawn order. Shapes that find a target's capacity come
 * before those at a share of it.
 *
 * Those at a share of it come as late in the planned cycles as they can, when several slices have shown the capacity.
 *
 * @param together scenarios that share a lead-in, because they share a warm-up: their tables may share a pass
 * @param plannedCycles the fewest cycles of the block
 */
export function cycleOrder(
  cells: readonly PlannedCell[],
  { together, plannedCycles }: { together: readonly ScenarioId[]; plannedCycles: number },
  seed: number,
  block: number,
  cycle: number,
): Pass[] {
  const random = seededRandom(mix(seed, block, cycle, TABLE_ORDER));
  const every = ratesEveryCycles(cells);
  const late = Math.min(every, plannedCycles) - 1;
  const loaded = cells.filter(
    (cell) => !hasRate(cell.shape) || cycle % every === (needsCapacity(cell) ? late : 0),
  );
  const tables = random.shuffled([...Map.groupBy(loaded, tableKey).values()]);
  const passes = [...Map.groupBy(tables, (table) => passKey(table[0], together)).values()].flatMap(evenParts);
  return random
    .shuffled(passes)
    .sort((a, b) => Number(needsCapacity(a[0]?.[0])) - Number(needsCapacity(b[0]?.[0])))
    .map((pass) => ({
      tables: pass.flatMap(([cell]) => (cell ? [tableKey(cell)] : [])),
      visits: random
        .shuffled(visitsTo(pass.flat()))
        .map((visit) => random.shuffled(visit) as unknown as Visit),
    }));
}

/** Plans how servers settle: each is visited once, for all of these cells, in an order drawn for the block. */
export function settlingOrder(cells: readonly PlannedCell[], seed: number, block: number): Visit[] {
  const random = seededRandom(mix(seed, block, SETTLING_ORDER));
  return random.shuffled(visitsTo(cells)).map((visit) => random.shuffled(visit) as unknown as Visit);
}

/** Groups cells by server. */
export function visitsTo<Cell extends Pick<PlannedCell, 'targetVariant'>>(
  cells: readonly Cell[],
): [Cell, ...Cell[]][] {
  const visits = Map.groupBy(cells, ({ targetVariant }) => targetVariant);
  return [...visits.values()] as [Cell, ...Cell[]][];
}

/** Identifies a table: cells with the same key are compared with each other. */
export function tableKey({ scenario, shape }: Pick<PlannedCell, 'scenario' | 'shape'>): string {
  return `${scenario.id} ${loadShapeId(shape)}`;
}

/** Tables with the same key may share a pass; slices at a fixed rate are long, so they share none. */
function passKey(cell: PlannedCell | undefined, together: readonly ScenarioId[]): string {
  if (!cell) return '';
  const { scenario, shape } = cell;
  return hasRate(shape) || !together.includes(scenario.id) ? tableKey(cell) : loadShapeId(shape);
}

/** Splits tables into as few passes as possible, about equally long. */
function evenParts<Table>(tables: readonly Table[]): Table[][] {
  const size = Math.ceil(tables.length / Math.ceil(tables.length / MOST_TABLES));
  return Array.from({ length: Math.ceil(tables.length / size) }, (_, at) =>
    tables.slice(at * size, (at + 1) * size),
  );
}

function needsCapacity(cell: PlannedCell | undefined): boolean {
  return cell !== undefined && hasRate(cell.shape) && 'shareOfCapacity' in cell.shape.rate;
}
