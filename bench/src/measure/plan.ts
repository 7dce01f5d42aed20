import {
  type LoaderName,
  type LoadShape,
  loadShapeId,
  type Profile,
  type ReplayOfRun,
  type Scenario,
  scenarioOf,
} from '../model/index.ts';
import { seededRandom } from '../util/random.ts';
import type { TargetVariant } from './catalog/targets.ts';

/** One (target variant, scenario, load shape): what a row of figures stands for. */
export interface PlannedCell {
  entry: TargetVariant;
  scenario: Scenario;
  shape: LoadShape;
}

/** `go/gin json wrk-64` */
export function cellName(cell: PlannedCell): string {
  return `${cell.entry.name} ${cell.scenario.id} ${loadShapeId(cell.shape)}`;
}

/**
 * A run goes through its loaders one after the other: all rounds of the closed loop first, because a rate that
 * is a share of a target's capacity needs the capacity, and because figures of two loaders are never compared.
 */
export const STAGES: readonly LoaderName[] = ['wrk', 'oha'];

export function plannedCells(
  entries: readonly TargetVariant[],
  profile: Profile,
  loader: LoaderName,
  /** Where a run has only these of them. */
  only?: ReplayOfRun['cells'],
): PlannedCell[] {
  return profile.loadShapes
    .filter((shape) => shape.loader === loader)
    .flatMap((shape) =>
      profile.scenarios.flatMap((id) =>
        entries
          .filter((entry) => entry.target.manifest.scenarios.includes(id))
          .map((entry) => ({ entry, scenario: scenarioOf(id), shape })),
      ),
    )
    .filter((cell) => only === undefined || only.some((asked) => isCell(asked, cell)));
}

function isCell(asked: ReplayOfRun['cells'][number], { entry, scenario, shape }: PlannedCell): boolean {
  return (
    asked.target === entry.name && asked.scenario === scenario.id && asked.loadShapeId === loadShapeId(shape)
  );
}

/**
 * The order of one round: a fresh permutation that follows from seed, stage and round alone, so that a resumed
 * run goes on in the order it would have had. Scenarios and shapes stay together and their targets are
 * permuted: what is compared with each other is measured close in time.
 */
export function roundOrder(
  cells: readonly PlannedCell[],
  seed: number,
  stage: LoaderName,
  round: number,
): PlannedCell[] {
  const random = seededRandom(mix(seed, STAGES.indexOf(stage), round));
  const groups = new Map<string, PlannedCell[]>();
  for (const cell of cells) {
    const key = `${cell.scenario.id} ${loadShapeId(cell.shape)}`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return random.shuffled([...groups.values()]).flatMap((group) => random.shuffled(group));
}

/** A seed of its own for every round and cell (the finaliser of MurmurHash3, by Austin Appleby). */
export function mix(...parts: number[]): number {
  return parts.reduce((hash, part) => {
    let mixed = Math.imul(hash ^ part, 0x85ebca6b) + 0x9e3779b9;
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  }, 0x2545f491);
}
