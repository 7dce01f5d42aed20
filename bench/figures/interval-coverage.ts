/**
 * Checks whether the intervals of a table's figures hold the truth at small sizes. Draws tables of some targets in some
 * blocks: blocks differ by more than targets deviate within them, as on a shared machine, or not at all. The truth is
 * what each target does in the middle of the blocks.
 *
 *   npm run figure -- interval-coverage [-- --draws 2000]
 */
import { parseArgs } from 'node:util';
import { levelled } from '../src/analysis/levels.ts';
import { huberMiddle, tableEstimates } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { percent } from './support/script.ts';

const { values } = parseArgs({ options: { draws: { type: 'string', default: '2000' } } });
const draws = Number(values.draws);
const TARGETS = [2, 3, 5, 12, 60];
const BLOCKS = [2, 3, 4, 5, 6, 9];
/** Standard deviations of logarithms: of blocks, and of a target within its block. */
const MACHINES = [
  { name: 'blocks differ by 10 %, targets deviate by 2 %', ofBlocks: 0.1, ofTargets: 0.02 },
  { name: 'blocks do not differ, targets deviate by 5 %', ofBlocks: 0, ofTargets: 0.05 },
];

const random = seededRandom(1);

/** Returns the share of intervals that hold the truth. */
function coverage(
  targets: number,
  blocks: number,
  { ofBlocks, ofTargets }: (typeof MACHINES)[number],
): number {
  let [held, all] = [0, 0];
  while (all < draws) {
    const shifts = Array.from({ length: blocks }, () => ofBlocks * random.normal());
    const figures = levelled(
      Array.from({ length: targets }, (_, index) => ({
        id: String(index),
        ranked: true,
        byBlock: new Map(
          shifts.map((shift, block) => [block, Math.exp(shift + ofTargets * random.normal())]),
        ),
      })),
    );
    const truth = Math.exp(huberMiddle(shifts));
    for (const { low, high } of tableEstimates(figures, new Set(figures.keys()), targets).values()) {
      all += 1;
      if (low !== null && high !== null && low <= truth && truth <= high) held += 1;
    }
  }
  return held / all;
}

for (const machine of MACHINES) {
  console.log(`95 % intervals that hold the truth, of ${draws} or more: ${machine.name}`);
  console.log(
    table(
      [
        { title: 'targets', align: 'right' },
        ...BLOCKS.map((blocks) => ({ title: `${blocks} blocks`, align: 'right' as const })),
      ],
      TARGETS.map((targets) => [
        String(targets),
        ...BLOCKS.map((blocks) => percent(coverage(targets, blocks, machine))),
      ]),
    ),
  );
}
