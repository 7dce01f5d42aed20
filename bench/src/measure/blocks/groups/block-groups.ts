import type { TargetVariant } from '../../../catalog/targets.ts';
import { compilesAsItRuns, type DatabaseKind } from '../../../model/index.ts';
import { seededRandom } from '../../../util/random.ts';
import { mix } from '../../planned-cells.ts';

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

/**
 * How many targets a group shares with the next one: through them the figures of both are joined, and what they deviate
 * by shifts a whole group. With two of them, groups were up to 15 % apart in a block.
 */
const FEWEST_SHARED = 2;
const MOST_SHARED = 6;
/** A group consists of other targets, for the most part. */
const SHARED_RATIO = 1 / 3;

/**
 * Groups the targets that are alive at once. If there is room for all, they form one group, in an order that
 * depends on seed and block alone. Otherwise neighbours in that order form groups, and some of each begin the next.
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
  let shared = 0;
  for (const targetVariant of waiting) {
    // A group must add targets to those that it shares with the last one.
    const mayEnd = group.length > shared && group.length >= FEWEST_SHARED;
    if (mayEnd && !fits([...group, targetVariant], needsOf, room)) {
      groups.push(group);
      group = sharedWithNext(group);
      // Those that join most tables are those that need most: they must leave room for what the group adds.
      while (group.length > FEWEST_SHARED && !fits([...group, targetVariant], needsOf, room)) group.shift();
      shared = group.length;
    }
    group.push(targetVariant);
  }
  return [...groups, group];
}

/**
 * Returns the targets of a group that begin the next one: those that join most tables, and among them those that take
 * least time to warm up again.
 */
function sharedWithNext(group: readonly TargetVariant[]): TargetVariant[] {
  const count = Math.max(FEWEST_SHARED, Math.min(MOST_SHARED, Math.floor(group.length * SHARED_RATIO)));
  const fitness = ({ target: { manifest } }: TargetVariant): number =>
    manifest.scenarios.length + (compilesAsItRuns(manifest.language) ? 0 : 0.5);
  return group.toSorted((a, b) => fitness(a) - fitness(b)).slice(-count);
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

/** Keeps this draw apart from others of the same seed and block. */
const START_ORDER = 0x5747;
