import type { TargetVariant } from '../../catalog/targets.ts';
import type { DatabaseKind } from '../../model/index.ts';
import { hasRate, loadShapeId } from '../../model/index.ts';
import { seededRandom } from '../../util/random.ts';
import { mix, type PlannedCell } from '../plan.ts';

/** What a server takes up for as long as it is alive. */
export interface Needs {
  memoryBytes: number;
  /** Connections to each database that it asks. */
  connections: Partial<Record<DatabaseKind, number>>;
}

/** What there is for all that are alive at once; `null` where nothing bounds it. */
export interface Room {
  memoryBytes: number | null;
  connections: Partial<Record<DatabaseKind, number | null>>;
}

/** Of each group, as many are in the next one too: through them the figures of both are joined. */
export const SHARED_TARGETS = 2;

/**
 * Who is alive at once: all, where there is room, in an order that follows from seed and block alone. Where there is
 * not, groups of neighbours in that order, the last two of each beginning the next.
 */
export function blockGroups(
  entries: readonly TargetVariant[],
  needsOf: (entry: TargetVariant) => Needs,
  room: Room,
  seed: number,
  block: number,
): TargetVariant[][] {
  const waiting = seededRandom(mix(seed, block, START_ORDER)).shuffled(entries);
  const groups: TargetVariant[][] = [];
  let group: TargetVariant[] = [];
  for (const entry of waiting) {
    // A group that only repeats the last one's targets would measure nobody new.
    const fresh = group.length - (groups.length > 0 ? SHARED_TARGETS : 0);
    if (fresh > 0 && group.length >= SHARED_TARGETS && !fits([...group, entry], needsOf, room)) {
      groups.push(group);
      group = group.slice(-SHARED_TARGETS);
    }
    group.push(entry);
  }
  return [...groups, group];
}

function fits(
  group: readonly TargetVariant[],
  needsOf: (entry: TargetVariant) => Needs,
  room: Room,
): boolean {
  const needs = group.map(needsOf);
  const total = (values: readonly (number | undefined)[]): number =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  if (room.memoryBytes !== null && total(needs.map(({ memoryBytes }) => memoryBytes)) > room.memoryBytes) {
    return false;
  }
  return Object.entries(room.connections).every(
    ([kind, most]) =>
      most == null || total(needs.map(({ connections }) => connections[kind as DatabaseKind])) <= most,
  );
}

/** Distinct from a cycle's, so that no two draws of a run are the same. */
const START_ORDER = 0x5747;
const TABLE_ORDER = 0x7ab1;

/**
 * Tables at a fixed rate are in one cycle of four. Their slices take several times as long, and after three blocks all
 * p99 were still tied, where a slice more of each table of throughput narrows its ranks (`figure -- rank-width`).
 */
const RATES_EVERY_CYCLES = 4;

/**
 * One cycle over the tables of a block: every cell is loaded once, table by table, the tables and the targets of each
 * in an order drawn anew. Shapes that seek a target's capacity come before those at a share of it.
 */
export function cycleOrder(
  cells: readonly PlannedCell[],
  seed: number,
  block: number,
  cycle: number,
): PlannedCell[][] {
  const random = seededRandom(mix(seed, block, cycle, TABLE_ORDER));
  const tables = new Map<string, PlannedCell[]>();
  for (const cell of cells) {
    if (hasRate(cell.shape) && cycle % RATES_EVERY_CYCLES > 0) continue;
    const key = tableKey(cell);
    tables.set(key, [...(tables.get(key) ?? []), cell]);
  }
  const drawn = random.shuffled([...tables.values()]).map((table) => random.shuffled(table));
  return drawn.sort((a, b) => Number(needsCapacity(a[0])) - Number(needsCapacity(b[0])));
}

/** Cells with the same are compared with each other. */
export function tableKey({ scenario, shape }: Pick<PlannedCell, 'scenario' | 'shape'>): string {
  return `${scenario.id} ${loadShapeId(shape)}`;
}

function needsCapacity(cell: PlannedCell | undefined): boolean {
  return cell !== undefined && hasRate(cell.shape) && 'shareOfCapacity' in cell.shape.rate;
}
