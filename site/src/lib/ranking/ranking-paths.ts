import { metricSlugs, type RankingTable, type ShownRunData } from '@pitwall/bench/model';
import { siteIndex } from '../build/data.ts';
import { inEveryLanguageIfChanged } from '../build/unchanged-pages.ts';
import { rankingAddress } from './table-links.ts';

/** Returns one page per table of a run, one of those shown: the parts of its address and what the page shows. */
export async function rankingPaths(run: ShownRunData, runs: readonly ShownRunData[]) {
  const shown = runs.map(({ machine }) => `shown/${machine.id}.json`);
  const ofMachine = (await siteIndex()).runs.filter(({ machine }) => machine === run.machine.id);
  const before = new Map(ofMachine.map(({ name, before }) => [name, before]));
  return inEveryLanguageIfChanged(
    run.tables.map((table: RankingTable) => ({
      params: {
        machine: run.machine.id,
        scenario: table.scenario,
        loadShape: table.loadShapeId,
        metric: metricSlugs[table.metric],
      },
      props: { table, run, runs },
      address: rankingAddress(table, runs),
      from: shown,
      // It links to a comparison with the run before.
      also: [ofMachine.length > 1, before.get(table.run)],
    })),
  );
}
