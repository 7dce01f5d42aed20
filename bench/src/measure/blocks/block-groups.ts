import type { TargetVariant } from '../../catalog/targets.ts';
import type { DatabaseKind } from '../../model/index.ts';
import { hasRate, loadShapeId } from '../../model/index.ts';
import { seededRandom } from '../../util/random.ts';
import { mix, type PlannedCell } from '../planned-cells.ts';

/** What a server occupies while it is alive. */
export interface Needs {
  memoryBytes: number;
  /** Connections to each database that it uses. */
  connections: Partial<Record<DatabaseKind, number>>;
}

/** Limits for all servers that are alive at once; `null` if there is none. */
export interface Room {
  memoryBytes: number | null;
  connections: Partial<Record<DatabaseKind, number | null>>;
}

/** Targets that a group shares with the next one, through which the figures of both are joined. */
export const SHARED_TARGETS = 2;

/**
 * Groups the targets that are alive at once. If there is room for all, they form one group, in an order that
 * depends on seed and block alone. Otherwise neighbours in that order form groups, and the last two of each
 * begin the next.
 */
export function blockGroups(
  targetVariants: readonly TargetVariant[],
  needsOf: (targetVariant: TargetVariant) => Needs,
  room: Room,
  seed: number,
  block: number,
): TargetVariant[][] {
  const waiting = seededRandom(mix(seed, block, START_ORDER)).shuffled(targetVariants);
  const groups: TargetVariant[][] = [];
  let group: TargetVariant[] = [];
  for (const targetVariant of waiting) {
    // A group must add targets to those that it shares with the last one.
    const fresh = group.length - (groups.length > 0 ? SHARED_TARGETS : 0);
    if (fresh > 0 && group.length >= SHARED_TARGETS && !fits([...group, targetVariant], needsOf, room)) {
      groups.push(group);
      group = group.slice(-SHARED_TARGETS);
    }
    group.push(targetVariant);
  }
  return [...groups, group];
}

function fits(
  group: readonly TargetVariant[],
  needsOf: (targetVariant: TargetVariant) => Needs,
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

/** Differ from each other, so that no two draws of a run are the same. */
const START_ORDER = 0x5747;
const TABLE_ORDER = 0x7ab1;

/**
 * Beside others, tables at a fixed rate are loaded in one cycle of four. Their slices take several times as long, and after three
 * blocks all p99 were still tied, while each further slice of a throughput table narrows its ranks (`figure
 * -- rank-width`).
 */
const RATES_EVERY_CYCLES = 4;

/** Returns in one cycle of how many a table at a fixed rate is loaded: in each if there are no others. */
export function ratesEveryCycles(cells: readonly Pick<PlannedCell, 'shape'>[]): number {
  return cells.every(({ shape }) => hasRate(shape)) ? 1 : RATES_EVERY_CYCLES;
}

/**
 * Plans one cycle over the tables of a block: every cell is loaded once, table by table, with the tables and
 * the targets of each in a newly drawn order. Shapes that find a target's capacity come before those at a
 * share of it.
 */
export function cycleOrder(
  cells: readonly PlannedCell[],
  seed: number,
  block: number,
  cycle: number,
): PlannedCell[][] {
  const random = seededRandom(mix(seed, block, cycle, TABLE_ORDER));
  const tables = new Map<string, PlannedCell[]>();
  const every = ratesEveryCycles(cells);
  for (const cell of cells) {
    if (hasRate(cell.shape) && cycle % every > 0) continue;
    const key = tableKey(cell);
    tables.set(key, [...(tables.get(key) ?? []), cell]);
  }
  const drawn = random.shuffled([...tables.values()]).map((table) => random.shuffled(table));
  return drawn.sort((a, b) => Number(needsCapacity(a[0])) - Number(needsCapacity(b[0])));
}

/** Identifies a table: cells with the same key are compared with each other. */
export function tableKey({ scenario, shape }: Pick<PlannedCell, 'scenario' | 'shape'>): string {
  return `${scenario.id} ${loadShapeId(shape)}`;
}

function needsCapacity(cell: PlannedCell | undefined): boolean {
  return cell !== undefined && hasRate(cell.shape) && 'shareOfCapacity' in cell.shape.rate;
}
