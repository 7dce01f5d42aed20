/**
 * Enters one server under twelve names, so that any order in the table is wrong. Measures tables like a run,
 * in blocks of fresh starts with slices in cycles, records them, and prints how many of all recorded tables
 * show any order.
 *
 *   npm run figure -- same-server [-- --tables 0] [--server c/epoll] [--names 12] [--blocks 4]
 */
import { parseArgs } from 'node:util';
import { measureBlock } from '../src/measure/blocks/block.ts';
import { blockFigures } from '../src/measure/blocks/block-figures.ts';
import { planGroups } from '../src/measure/blocks/groups/plan-groups.ts';
import { plannedCells } from '../src/measure/planned-cells.ts';
import type { SameServerTable } from '../src/model/index.ts';
import { readCalibrations } from '../src/results/calibration-store.ts';
import { rankIntervals } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';
import { significant } from '../src/util/rounding.ts';
import { closedProfile, readyTargets, record, withSession } from './support/measuring.ts';
import { percent } from './support/script.ts';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '0' },
    server: { type: 'string', default: 'c/epoll' },
    names: { type: 'string', default: '12' },
    blocks: { type: 'string', default: '4' },
  },
});
const blocks = Number(values.blocks);
const SCENARIO = 'json';

const profile = closedProfile({
  name: 'same-server',
  scenarios: [SCENARIO],
  blocks,
  sliceSeconds: 0.5,
  cycles: 4,
});

await withSession([], async (session) => {
  const [one] = Number(values.tables) > 0 ? await readyTargets(session, [values.server]) : [];
  if (!one) return;
  const ready = Array.from({ length: Number(values.names) }, (_, number) => ({
    ...one,
    targetVariant: { ...one.targetVariant, name: `${one.targetVariant.name}#${number + 1}` },
  }));
  const targetVariants = ready.map(({ targetVariant }) => targetVariant);
  const cells = plannedCells(targetVariants, profile);
  for (let number = 0; number < Number(values.tables); number++) {
    const startedAt = new Date();
    const made: SameServerTable = {
      server: values.server,
      scenario: SCENARIO,
      startedAt: startedAt.toISOString(),
      throughputPerSecond: [],
      cpuPerRequestNanoseconds: [],
    };
    for (let block = 0; block < blocks; block++) {
      const seed = startedAt.getTime() % 2 ** 32;
      const plan = await planGroups(session, { targetVariants, peakMemoryBytes: () => null, seed, block });
      const began = performance.now();
      const outcome = await measureBlock(session, {
        block,
        profile,
        seed,
        ready,
        cells,
        plan,
        rateOf: () => null,
        elapsed: () => (performance.now() - began) / 1_000,
        untilSeconds: null,
        runUntilSeconds: null,
      });
      const figures = [...blockFigures(outcome.cells).values()];
      if (figures.length < ready.length) throw new Error('a server gave no figure');
      made.throughputPerSecond.push(figures.map((cell) => significant(cell.values.throughputPerSecond ?? 0)));
      made.cpuPerRequestNanoseconds.push(
        figures.map((cell) => significant(cell.values.cpuPerRequestNanoseconds ?? 0)),
      );
    }
    record(session.machine.id, (calibration) => {
      calibration.sameServer = [...(calibration.sameServer ?? []), made];
    });
  }
});

const rows = readCalibrations(repository.results).flatMap(({ machine, calibration: { sameServer = [] } }) =>
  (['throughputPerSecond', 'cpuPerRequestNanoseconds'] as const).flatMap((metric) => {
    if (sameServer.length === 0) return [];
    const ordered = sameServer.filter((made) => hasOrder(made[metric]));
    return [
      [
        machine,
        metric,
        String(sameServer.length),
        String(ordered.length),
        percent(ordered.length / sameServer.length),
      ],
    ];
  }),
);
console.log(
  table(
    [
      { title: 'machine' },
      { title: 'figure' },
      { title: 'tables recorded', align: 'right' },
      { title: 'with any order', align: 'right' },
      { title: 'share', align: 'right' },
    ],
    rows,
  ),
);

function hasOrder(byBlock: readonly (readonly number[])[]): boolean {
  const names = byBlock[0]?.length ?? 0;
  const series = Array.from({ length: names }, (_, name) => ({
    id: String(name),
    byBlock: new Map(byBlock.map((figures, block) => [block, figures[name] as number])),
  }));
  return [...rankIntervals(series, 'higher').values()].some(({ best, worst }) => worst - best < names - 1);
}
