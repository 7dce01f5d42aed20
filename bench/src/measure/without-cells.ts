import type { TargetVariant } from '../catalog/targets.ts';
import { databaseTitles, hasBlocks, variantNameOf } from '../model/index.ts';
import type { RunStore } from '../results/run-store.ts';
import type { Building } from './bench.ts';
import { type Available, isMeasurable, type PlannedCell, plannedCells } from './planned-cells.ts';
import type { LeftOutState } from './prepare.ts';

/**
 * Leaves out targets of which a run ends without a cell: they were ready, but `measured` would promise figures. Each is
 * reported with its reason.
 */
export function leaveOutWithoutCells(
  bench: Available & Pick<Building, 'report'>,
  store: RunStore,
  targetVariants: readonly TargetVariant[],
): void {
  const { profile, replay } = store.run;
  const planned = hasBlocks(profile) ? plannedCells(targetVariants, profile, replay?.cells) : [];
  for (const result of store.targets()) {
    if (result.state.step !== 'measured' || result.cells.length > 0) continue;
    const name = variantNameOf(result);
    const own = planned.filter(({ targetVariant }) => targetVariant.name === name);
    const state = whyNoCell(name, own, bench);
    store.writeTarget({ ...result, state });
    bench.report({ kind: 'left-out', target: name, reason: state.reason, next: state.next });
  }
}

function whyNoCell(name: string, planned: readonly PlannedCell[], available: Available): LeftOutState {
  if (planned.length === 0) {
    const reason = 'The run asks nothing that it serves';
    return { step: 'left-out', reason, next: 'See what each target serves: npm run bench -- list --json' };
  }
  if (planned.some((cell) => isMeasurable(cell, available))) {
    const reason = 'It was not ready before the last block of its scenarios';
    return { step: 'left-out', reason, next: `Measure it in a new run: npm run bench -- run ${name}` };
  }
  const { loaders, databases } = available;
  const lacking = planned.flatMap(({ scenario: { database }, shape: { loader } }) => [
    ...(loaders[loader] ? [] : [loader]),
    ...(database === null || databases[database] ? [] : [databaseTitles[database]]),
  ]);
  return {
    step: 'left-out',
    reason: `Nothing of it can be measured without ${[...new Set(lacking)].join(' and ')}`,
    next: 'See what is missing with npm run bench -- doctor, then start a new run',
  };
}
