import {
  databaseName,
  describeLoadShape,
  type RankingTable,
  type RunData,
  scenarioOf,
} from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';
import { nearestTable } from './choices.ts';
import { type ColumnFormat, columnFormat, duration } from './format.ts';
import { rowName } from './ranking-view.ts';

/** What the page of a run says, as names and what they are. */
export function runFacts({ run }: RunData, messages: Messages): { name: string; value: string }[] {
  const text = messages.run;
  const { facts } = text;
  const { profile, processors, time } = run;
  const processorList = (numbers: readonly number[]): string =>
    numbers.length > 0 ? numbers.join(', ') : facts.none;
  return [
    {
      name: facts.commit,
      value: `${run.commit ?? messages.framework.identity.unknownCommit}${run.modified ? `, ${messages.framework.identity.modified}` : ''}`,
    },
    { name: facts.profile, value: `${profile.name}: ${profile.description}` },
    { name: facts.launcher, value: run.launcher },
    { name: facts.seed, value: String(run.seed) },
    { name: facts.rounds, value: String(profile.rounds) },
    { name: facts.measure, value: `${profile.measureSeconds} s` },
    {
      name: facts.warmup,
      value: facts.warmupText({
        min: profile.warmup.minSlices,
        max: profile.warmup.maxSlices,
        slice: profile.warmup.sliceSeconds,
        tolerance: Number((profile.warmup.toleranceRatio * 100).toPrecision(3)),
      }),
    },
    { name: facts.coldStarts, value: profile.coldStarts === 0 ? facts.none : String(profile.coldStarts) },
    { name: facts.scenarios, value: profile.scenarios.map((id) => scenarioOf(id).title).join(', ') },
    { name: facts.shapes, value: profile.loadShapes.map(describeLoadShape).join('; ') },
    {
      name: facts.processors,
      value: `${facts.processorsText(processorList(processors.server), processorList(processors.database), processorList(processors.loader))}; ${processors.pinned ? facts.pinned : facts.notPinned}`,
    },
    {
      name: facts.tools,
      value:
        run.tools.map(({ name, version }) => `${name} ${version ?? `(${facts.toolMissing})`}`).join(', ') ||
        facts.none,
    },
    {
      name: facts.databases,
      value:
        run.databases.map((database) => `${databaseName(database)}, ${database.provider}`).join('; ') ||
        facts.none,
    },
    {
      name: facts.time,
      value: time
        ? facts.timeText(
            duration(time.wallSeconds),
            duration(time.loadSeconds),
            duration(time.measuredSeconds),
          )
        : facts.timeUnknown,
    },
  ];
}

export interface Glance {
  metric: RankingTable['metric'];
  loadShape: RankingTable['loadShape'];
  format: ColumnFormat;
  scenarios: string[];
  rows: { name: string; target: string; variant: string; medians: (number | null)[] }[];
}

/** One figure for each target and scenario of a run, under its first load shape; `null` where it has none. */
export function glanceOf({ tables }: RunData): Glance | null {
  const first = nearestTable(tables, { metric: 'throughputPerSecond' });
  if (first === undefined) return null;
  const having = tables.filter(
    ({ metric, loadShapeId }) => metric === first.metric && loadShapeId === first.loadShapeId,
  );
  const rows = new Map<string, Glance['rows'][number]>();
  having.forEach((table, column) => {
    for (const row of table.rows) {
      if (row.outcome.kind === 'dropped') continue;
      const key = `${row.target}:${row.variant}`;
      const entry = rows.get(key) ?? {
        name: rowName(row),
        target: row.target,
        variant: row.variant,
        medians: having.map(() => null),
      };
      entry.medians[column] = 'estimate' in row.outcome ? row.outcome.estimate.median : null;
      rows.set(key, entry);
    }
  });
  const medians = [...rows.values()].flatMap((row) => row.medians.flatMap((value) => value ?? []));
  return {
    metric: first.metric,
    loadShape: first.loadShape,
    format: columnFormat(first.unit, medians),
    scenarios: having.map(({ scenario }) => scenarioOf(scenario).title),
    rows: [...rows.values()],
  };
}
