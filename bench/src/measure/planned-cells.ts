import type { TargetVariant } from '../catalog/targets.ts';
import {
  isAsked,
  type LoadShape,
  loadShapeId,
  type Profile,
  type ReplayOfRun,
  type Scenario,
  scenarioOf,
} from '../model/index.ts';
import type { Loading, Serving } from './bench.ts';

/** One target variant, scenario and load shape: a row of figures. */
export interface PlannedCell {
  targetVariant: TargetVariant;
  scenario: Scenario;
  shape: LoadShape;
}

/** `go/gin json wrk-64` */
export function cellName(cell: PlannedCell): string {
  return `${cell.targetVariant.name} ${cell.scenario.id} ${loadShapeId(cell.shape)}`;
}

/** Returns the cells of a run: load shape by load shape, in each scenario by scenario, and in each target by target. */
export function plannedCells(
  targetVariants: readonly TargetVariant[],
  profile: Profile,
  /** Limits the run to these cells. */
  only?: ReplayOfRun['cells'],
): PlannedCell[] {
  return profile.loadShapes
    .flatMap((shape) =>
      profile.scenarios
        .filter((id) => isAsked(profile, id, shape))
        .flatMap((id) =>
          targetVariants
            .filter((targetVariant) => targetVariant.target.manifest.scenarios.includes(id))
            .map((targetVariant) => ({ targetVariant, scenario: scenarioOf(id), shape })),
        ),
    )
    .filter((cell) => only === undefined || only.some((asked) => isCell(asked, cell)));
}

function isCell(
  asked: ReplayOfRun['cells'][number],
  { targetVariant, scenario, shape }: PlannedCell,
): boolean {
  return (
    asked.target === targetVariant.name &&
    asked.scenario === scenario.id &&
    asked.loadShapeId === loadShapeId(shape)
  );
}

/** What a cell needs of the machine beside its target. */
export type Available = Pick<Loading, 'loaders'> & Pick<Serving, 'databases'>;

/** Whether its loader and its database are there. */
export function isMeasurable(
  { scenario: { database }, shape }: PlannedCell,
  { loaders, databases }: Available,
): boolean {
  return loaders[shape.loader] !== undefined && (database === null || databases[database] !== undefined);
}

/** Derives a separate seed for every block and cell (finaliser of MurmurHash3, by Austin Appleby). */
export function mix(...parts: number[]): number {
  return parts.reduce((hash, part) => {
    let mixed = Math.imul(hash ^ part, 0x85ebca6b) + 0x9e3779b9;
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  }, 0x2545f491);
}

/** Turns a name into a number for seeds (FNV-1a, 32 bits). */
export function nameSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
