import {
  badgeTable,
  compareDataSchema,
  curvesDataSchema,
  metricSlugs,
  type ShownRunData,
  shownRunDataSchema,
  variantKey,
} from '../../model/index.ts';
import { badges } from '../badge.ts';
import { rankingCsv } from '../csv.ts';
import { compareData } from '../data/compare-data.ts';
import { joinedCurves } from '../data/latency-curves.ts';
import { runData, type ShownMachine } from '../data/run-data.ts';
import { shownPart } from '../data/target-data.ts';
import { fieldCharts } from '../field-chart.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';
import type { Publication } from './publication.ts';

/**
 * Writes what represents a machine: its tables as pages, files and badges, and every target against every
 * other.
 *
 * @returns the number of tables
 */
export async function writeShown(
  { write, cache, reduced }: Publication,
  shown: ShownMachine,
  machines: readonly ShownMachine[],
  before: ReadonlyMap<KnownRun, KnownRun>,
): Promise<number> {
  const { shown: first, machine } = shown;
  if (first === null) return 0;
  const isOf =
    (run: KnownRun) =>
    (scenario: string, loadShapeId: string): boolean =>
      shown.tables.some(
        (table) => table.run === run && table.scenario === scenario && table.loadShapeId === loadShapeId,
      );
  const parts = shown.runs.map((run) => ({ run, ...reduced.whole(run), isShown: isOf(run) }));
  const tables = shown.tables.flatMap(({ scenario, loadShapeId, run }) =>
    (parts.find((part) => part.run === run)?.tables ?? []).filter(
      (table) => table.scenario === scenario && table.loadShapeId === loadShapeId,
    ),
  );
  const data: ShownRunData = {
    ...runData(first, machines, true, before.get(first) ?? null),
    runs: parts.map(({ result }) => shownPart(result)),
    tables,
  };
  await write.json(`shown/${machine.id}.json`, shownRunDataSchema.parse(data));
  for (const table of tables) {
    const stem = `ranking/${table.machine}/${table.scenario}/${table.loadShapeId}/${metricSlugs[table.metric]}`;
    await write.download('ranking-json', `${stem}.json`, `${JSON.stringify(table, null, 1)}\n`);
    await write.download('ranking-csv', `${stem}.csv`, rankingCsv(table));
  }
  const digests = [
    ...shown.runs.map(({ digest }) => digest),
    ...shown.tables.map(({ scenario, loadShapeId, run }) => `${scenario} ${loadShapeId} ${run.name}`),
  ];
  const compared = cache.get('compare', digests, () =>
    compareData(parts).map((one) => compareDataSchema.parse(one)),
  );
  for (const one of compared) {
    const path = `compare/${one.machine}/${variantKey(one)}.json`;
    await write.download('compare', path, `${JSON.stringify(one)}\n`);
  }
  const curves = parts.flatMap((part) =>
    part.curves.flatMap((one) => {
      const own = one.curves.filter(({ scenario, loadShapeId }) => part.isShown(scenario, loadShapeId));
      return own.length === 0 ? [] : [{ ...one, curves: own }];
    }),
  );
  for (const one of joinedCurves(curves)) {
    const path = `curves/${one.machine}/${variantKey(one)}.json`;
    await write.download('curves', path, `${JSON.stringify(curvesDataSchema.parse(one))}\n`);
  }
  const isHome = shown === machines.find((one) => one.shown !== null);
  const table = isHome ? badgeTable(tables) : undefined;
  for (const { name, svg } of table ? badges(table) : []) {
    await write.download('badge', `badges/${name}.svg`, svg);
  }
  for (const { name, svg } of table ? fieldCharts(table) : []) {
    await write.download('chart', `charts/${name}.svg`, svg);
  }
  return tables.length;
}
