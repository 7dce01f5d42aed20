import { metricSlugs, type RankingTable, type ShownRunData } from '@pitwall/bench/model';

/** One page for each table of a run: parts of its address with what the page shows. */
export function rankingPaths(run: ShownRunData, runs: readonly ShownRunData[]) {
  return run.tables.map((table: RankingTable) => ({
    params: {
      machine: run.machine.id,
      scenario: table.scenario,
      loadShape: table.loadShapeId,
      metric: metricSlugs[table.metric],
    },
    props: { table, run, runs },
  }));
}
