import { basename } from 'node:path';
import { rankingTables } from '../../analysis/ranking.ts';
import type { Run, TargetRun } from '../../model/index.ts';
import {
  blockCounts,
  hasRate,
  type MetricId,
  metricIds,
  type RankingTable,
  type ScenarioId,
  scenarioIds,
} from '../../model/index.ts';
import { markedWhenRead } from '../../results/marked-when-read.ts';
import { RunStore, runFolders, shownPath } from '../../results/run-store.ts';
import { renderCosts } from '../../terminal/costs.ts';
import { renderRanking } from '../../terminal/ranking.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exitCodes, type PitwallError } from '../../util/errors.ts';
import { unknownName, usageError } from '../../util/usage-errors.ts';
import { plural } from '../../words/index.ts';
import { type Command, jsonOption, type OptionValues, oneOf } from '../command.ts';

interface ShownRun {
  name: string;
  folder: string;
  run: Run;
  targets: readonly TargetRun[];
}

interface RankingFilter {
  scenario?: ScenarioId;
  load?: string;
  metric?: MetricId;
}

export const show: Command = {
  name: 'show',
  summary: 'print the rankings of a run, and what it timed of starts and builds',
  takes: '[run]',
  details: 'Name a run by the start of its folder name; default: the newest.',
  options: {
    scenario: { type: 'string', value: '<id>', help: 'only this scenario' },
    load: { type: 'string', value: '<id>', help: 'only this load shape, for example wrk-64' },
    metric: {
      type: 'string',
      value: '<id>',
      help: `one of ${metricIds.join(', ')} (default: throughput of a closed loop; at a rate p99, or p90 of few requests)`,
    },
    ...jsonOption,
  },
  async run({ arguments: [name], options, repository, terminal }) {
    const folders = runFolders(repository);
    // Every name starts with an empty one, such as that of a variable that is not set.
    const folder =
      name === undefined
        ? folders.at(-1)
        : folders.findLast((path) => name !== '' && basename(path).startsWith(name));
    if (!folder)
      throw noSuchRun(
        name,
        folders.map((path) => basename(path)),
      );
    const store = RunStore.open(folder);
    const shown: ShownRun = {
      name: store.run.id,
      folder: shownPath(repository, folder),
      run: store.run,
      targets: store.targets().map((result) => markedWhenRead(store.run, result)),
    };
    const filter = filterOf(options);
    requireTables(shown, filter);
    if (options.json) terminal.print(JSON.stringify(selectRankings(shown, filter), null, 2));
    else {
      printRankings(terminal, shown, filter);
      const ended = endText(shown);
      if (ended !== null) terminal.note(ended);
    }
    return exitCodes.ok;
  },
};

/** Says of a run that has not all of its blocks what its tables are made of; `null` of any other that is finished. */
function endText({ run, folder }: ShownRun): string | null {
  const { blocks, plannedBlocks } = blockCounts(run);
  if (run.finishedAt !== null)
    return plannedBlocks === undefined
      ? null
      : `The run in ${folder} has ${blocks} of ${plannedBlocks} planned blocks.`;
  const measured =
    blocks === null ? '' : `: ${blocks} of ${plural(plannedBlocks ?? blocks, 'block')} measured`;
  return `The run in ${folder} is not finished${measured}.`;
}

/** Throws a PitwallError if no table of the run is what the options ask for. */
function requireTables(shown: ShownRun, filter: RankingFilter): void {
  if (Object.keys(filter).length === 0 || selectRankings(shown, filter).length > 0) return;
  const all = rankingTables({ ...shown, targets: shown.targets.map((result) => ({ file: '', result })) });
  const tables = new Set(all.map(({ scenario, loadShapeId }) => `${scenario} under ${loadShapeId}`));
  throw usageError({
    what: 'The run has no such table',
    where: shown.folder,
    expected: [...tables].join(', ') || 'a table',
    seen: Object.entries(filter)
      .map(([option, value]) => `--${option} ${value}`)
      .join(' '),
    next: 'Leave an option out, or name one of these tables',
  });
}

export function printRankings(terminal: Terminal, shown: ShownRun, filter: RankingFilter): void {
  const rankings = selectRankings(shown, filter);
  for (const ranking of rankings) terminal.print(`\n${renderRanking(ranking, terminal)}`);
  const costs = Object.keys(filter).length === 0 ? renderCosts(shown.targets, terminal) : null;
  if (costs !== null) terminal.print(`\n${costs}`);
  if (rankings.length === 0) return;
  terminal.print('');
  terminal.print(
    terminal.faint(
      terminal.wrap(
        'Rank 3–6: the data cannot rule out ranks 3 to 6 (all ranks of a table together at 95 %).',
      ),
    ),
  );
}

function selectRankings(shown: ShownRun, filter: RankingFilter): RankingTable[] {
  const tables = rankingTables({
    ...shown,
    targets: shown.targets.map((result) => ({ file: '', result })),
  });
  return tables.filter(
    (table) =>
      (filter.scenario === undefined || table.scenario === filter.scenario) &&
      (filter.load === undefined || table.loadShapeId === filter.load) &&
      (filter.metric === undefined ? table === usualOf(table, tables) : table.metric === filter.metric),
  );
}

/**
 * Returns the one table that is shown of a scenario under a load: that of its usual metric or, where there were too few
 * requests for p99, that of the highest percentile.
 */
function usualOf(
  { scenario, loadShapeId }: RankingTable,
  tables: readonly RankingTable[],
): RankingTable | undefined {
  const own = tables.filter((one) => one.scenario === scenario && one.loadShapeId === loadShapeId);
  return (
    own.find((one) => one.metric === defaultMetric(one)) ??
    own.findLast(({ metric }) => metric.startsWith('latency'))
  );
}

function defaultMetric(table: RankingTable): MetricId {
  return hasRate(table.loadShape) ? 'latencyP99Seconds' : 'throughputPerSecond';
}

function filterOf(options: OptionValues): RankingFilter {
  return {
    ...(options.scenario === undefined ? {} : { scenario: oneOf('scenario', options.scenario, scenarioIds) }),
    ...(options.load === undefined ? {} : { load: String(options.load) }),
    ...(options.metric === undefined ? {} : { metric: oneOf('metric', options.metric, metricIds) }),
  };
}

function noSuchRun(name: string | undefined, known: readonly string[]): PitwallError {
  if (name !== undefined && known.length > 0)
    return unknownName('run', name, known, {
      expected: `the name of a run, the newest being ${known.at(-1)}`,
      next: 'Show the newest with: npm run bench -- show',
    });
  return usageError({
    what: 'Nothing has been measured yet',
    where: 'results/runs',
    expected: 'a run',
    seen: name ?? 'none',
    next: 'Measure with: npm run bench -- run --profile quick',
  });
}
