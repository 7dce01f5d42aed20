import type { TargetVariant } from '../../../catalog/targets.ts';
import { workersOf } from '../../../launch/server-environment.ts';
import type { Serving } from '../../bench.ts';
import { blockGroups, type Room } from './block-groups.ts';
import { needsOf, roomFor } from './room.ts';

interface GroupRequest {
  targetVariants: readonly TargetVariant[];
  /** Returns the peak memory of a target variant in earlier blocks or runs; `null` if there is none. */
  peakMemoryBytes(name: string): number | null;
  seed: number;
  block: number;
}

/** The targets of a block in groups that are alive at once, and the room that they were planned for. */
export interface GroupPlan {
  groups: readonly (readonly TargetVariant[])[];
  room: Room;
}

/** Groups the targets of a block by the room that there is now. */
export async function planGroups(
  bench: Pick<Serving, 'databases' | 'hosts' | 'processors'>,
  { targetVariants, peakMemoryBytes, seed, block }: GroupRequest,
): Promise<GroupPlan> {
  const room = await roomFor(bench);
  const workers = workersOf(bench.processors.server);
  const needs = (targetVariant: TargetVariant) =>
    needsOf(targetVariant, peakMemoryBytes(targetVariant.name), workers);
  return { groups: blockGroups(targetVariants, needs, room, seed, block), room };
}
