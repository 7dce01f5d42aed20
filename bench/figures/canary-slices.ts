/**
 * Asks whether slices of a canary would tell better what a cycle did than the cycle's own slices do. c/epoll is a target
 * of recorded blocks, so its slices are there. Prints by how much slices of the other targets still deviate, in standard
 * deviations of the logarithm: as they are, after the canary's slice of the same cycle is taken off, and after the fit
 * of target and cycle, to which all slices of the cycle contribute.
 *
 *   npm run figure -- canary-slices [run …]
 */

import { type Cell, hasRate } from '../src/model/index.ts';
import { additiveFit, mean, median, type TableEntry } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { blockRuns, cellsByTable, newestOfProfiles } from './support/runs.ts';

const CANARY = 'c/epoll';

const names = process.argv.slice(2);
const runs = names.length > 0 ? blockRuns(names) : newestOfProfiles(blockRuns());

/** A slice of a table, as the logarithm of its throughput. */
type Entry = TableEntry<string, number>;

/** Returns the slices of a block that count. */
function entriesOf(target: string, { slices }: Cell, block: number): Entry[] {
  if (!slices) return [];
  return slices.requests.flatMap((requests, at) =>
    slices.block[at] === block && slices.kept[at] && requests > 0
      ? [
          {
            row: target,
            column: slices.cycle[at] as number,
            value: Math.log(requests / (slices.durationSeconds[at] as number)),
          },
        ]
      : [],
  );
}

/** Returns the root mean square of deviations from the mean of their row; `null` if no row has two. */
function deviation(entries: readonly Entry[]): number | null {
  const squares = [...Map.groupBy(entries, ({ row }) => row).values()].flatMap((own) => {
    if (own.length < 2) return [];
    const centre = mean(own.map(({ value }) => value));
    // As many degrees of freedom as slices but one.
    return own.map(({ value }) => ((value - centre) ** 2 * own.length) / (own.length - 1));
  });
  return squares.length === 0 ? null : Math.sqrt(mean(squares));
}

interface Deviations {
  key: string;
  raw: number;
  byCanary: number;
  byCycle: number;
}

/** Compares the three ways in one block of one table; `null` without a canary that loaded its cycles. */
function deviationsIn(key: string, entries: readonly Entry[]): Deviations | null {
  const canary = new Map(
    entries.filter(({ row }) => row === CANARY).map(({ column, value }) => [column, value] as const),
  );
  const others = entries.filter(({ row, column }) => row !== CANARY && canary.has(column));
  if (canary.size < 2 || others.length === 0) return null;
  const { columns } = additiveFit(others);
  const without = (level: (column: number) => number): Entry[] =>
    others.map((entry) => ({ ...entry, value: entry.value - level(entry.column) }));
  const raw = deviation(others);
  const byCanary = deviation(without((column) => canary.get(column) ?? 0));
  const byCycle = deviation(without((column) => columns.get(column) ?? 0));
  return raw && byCanary && byCycle ? { key, raw, byCanary, byCycle } : null;
}

const found = runs.flatMap((store) =>
  [...cellsByTable(store.targets()).values()].flatMap((cells) => {
    const [first] = cells;
    if (first === undefined || hasRate(first.cell.loadShape)) return [];
    return (store.run.blocks ?? []).flatMap(({ block }) => {
      const entries = cells.flatMap(({ name, cell }) => entriesOf(name, cell, block));
      return deviationsIn(`${store.run.id}\n${first.cell.scenario}`, entries) ?? [];
    });
  }),
);

const percent = (values: readonly number[]): string => `${(100 * median(values)).toFixed(1)} %`;
const lineOf = (own: readonly Deviations[]): string[] => [
  String(own.length),
  ...(['raw', 'byCanary', 'byCycle'] as const).map((way) => percent(own.map((one) => one[way]))),
];

if (found.length === 0) {
  console.error(`No run in blocks with ${CANARY} among its targets; measure one with: npm run bench -- run`);
  process.exit(2);
}
console.log(
  table(
    [
      { title: 'run' },
      { title: 'scenario' },
      { title: 'blocks', align: 'right' },
      { title: 'slices deviate by', align: 'right' },
      { title: 'without the canary’s slice', align: 'right' },
      { title: 'without the cycle’s level', align: 'right' },
    ],
    [
      ...[...Map.groupBy(found, ({ key }) => key)].map(([key, own]) => [...key.split('\n'), ...lineOf(own)]),
      ['all', 'medians', ...lineOf(found)],
    ],
  ),
);
