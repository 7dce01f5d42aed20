import type { TargetVariant } from '../../catalog/targets.ts';
import type { DatabaseKind } from '../../model/index.ts';
import { seededRandom } from '../../util/random.ts';
import { mix } from '../planned-cells.ts';

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

/** Keeps this draw apart from others of the same seed and block. */
const START_ORDER = 0x5747;
