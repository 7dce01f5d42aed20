/**
 * Measures what a result costs: bytes per cell on disk and in a packed git history, and how much a year of
 * weekly full runs adds to a clone. Takes the newest finished run with the most cells, generates a year of
 * runs from it in a temporary repository (with every figure drawn anew from the spread between its blocks, so
 * that git cannot profit from repetition), packs it as for a clone, and scales to the size of the planned
 * suite.
 *
 *   npm run figure -- result-cost
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell, TargetRun, Warmup } from '../src/model/index.ts';
import { formatResult } from '../src/results/format-result.ts';
import { RunStore, runFolders, targetFileName, targetFilesIn } from '../src/results/run-store.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';
import { significant } from '../src/util/rounding.ts';

const WEEKS = 52;
/** Size of the suite that the limit applies to. */
const PLANNED_CELLS = 60 * 12 * 4;
const PLANNED_BLOCKS = 10;
const LIMIT_BYTES = 100e6;

type Slices = NonNullable<Cell['slices']>;

const random = seededRandom(1);
const newest = runFolders(repository)
  .map((folder) => RunStore.open(folder))
  .filter(({ run }) => run.finishedAt !== null)
  .sort((a, b) => cellsIn(a.targets()) - cellsIn(b.targets()))
  .at(-1);
if (!newest) throw new Error('no finished run; measure one with: npm run bench -- run');

const targets = newest.targets();
const cells = cellsIn(targets);
const onDisk = targetFilesIn(newest.folder).reduce((sum, file) => sum + statSync(file).size, 0);
const packed = packedYear(targets);
const year = (packed / WEEKS / cells) * PLANNED_CELLS * WEEKS;

console.log(
  `Run ${newest.run.id}: ${cells} cells, each extended to ${PLANNED_BLOCKS} blocks for the packed year.`,
);
console.log(
  table(
    [{ title: 'figure' }, { title: 'value', align: 'right' }, { title: 'limit', align: 'right' }],
    [
      ['bytes per cell on disk, as committed', Math.round(onDisk / cells).toLocaleString('en'), ''],
      [
        `bytes per cell in a packed year (${WEEKS} runs)`,
        Math.round(packed / WEEKS / cells).toLocaleString('en'),
        '',
      ],
      [
        `a year of weekly full runs (${PLANNED_CELLS.toLocaleString('en')} cells), MB`,
        (year / 1e6).toFixed(0),
        (LIMIT_BYTES / 1e6).toFixed(0),
      ],
    ],
  ),
);
process.exitCode = year <= LIMIT_BYTES ? 0 : 1;

function cellsIn(results: readonly TargetRun[]): number {
  return results.reduce((sum, { cells: own }) => sum + own.length, 0);
}

function packedYear(results: readonly TargetRun[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-cost-'));
  const git = (...words: string[]): void => {
    execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.org', ...words], {
      stdio: 'ignore',
    });
  };
  try {
    git('init');
    for (let week = 0; week < WEEKS; week++) {
      const run = join(folder, 'runs', String(week).padStart(2, '0'));
      mkdirSync(run, { recursive: true });
      for (const result of results) {
        const text = formatResult(drawn(result, `week-${week}`));
        writeFileSync(join(run, targetFileName(result.target, result.variant)), text);
      }
      git('add', '-A');
      git('commit', '-m', `week ${week}`);
    }
    git('repack', '-a', '-d', '-f', '--depth=50', '--window=50');
    const pack = join(folder, '.git/objects/pack');
    return readdirSync(pack).reduce((sum, name) => sum + statSync(join(pack, name)).size, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a result as another run might give it: with as many blocks as planned. */
function drawn(result: TargetRun, run: string): TargetRun {
  const { cells: own, warmups } = result;
  return { ...result, run, cells: own.map(drawnCell), ...(warmups && { warmups: drawnWarmups(warmups) }) };
}

function drawnCell(cell: Cell): Cell {
  const rounds = Object.fromEntries(
    Object.entries(cell.rounds).map(([name, values]) => [
      name,
      Array.from({ length: PLANNED_BLOCKS }, (_, block) =>
        name === 'round' ? block : near(values?.[random.below(values.length)] ?? null),
      ),
    ]),
  ) as Cell['rounds'];
  return { ...cell, rounds, ...(cell.slices && { slices: drawnSlices(cell.slices) }) };
}

function drawnSlices(slices: Slices): Slices {
  const places = drawnBlocks(slices.block.map((block, at) => ({ block, at })));
  return Object.fromEntries(
    Object.entries(slices).map(([name, values]) => [
      name,
      places.map(({ block, at }) => {
        const value = values?.[at] ?? null;
        if (name === 'block') return block;
        return name === 'cycle' || typeof value === 'boolean' ? value : near(value);
      }),
    ]),
  ) as Slices;
}

function drawnWarmups(warmups: readonly Warmup[]): Warmup[] {
  return drawnBlocks(warmups).map((warmup) => ({
    ...warmup,
    throughputPerSecond: warmup.throughputPerSecond.map(near),
    durationSeconds: warmup.durationSeconds.map(near),
    cpuPerRequestNanoseconds: warmup.cpuPerRequestNanoseconds.map(near),
    compilingRatio: warmup.compilingRatio.map(near),
    latencyMaxSeconds: warmup.latencyMaxSeconds.map(near),
  }));
}

/** Returns the entries of as many blocks as planned, each those of a block that was measured. */
function drawnBlocks<Entry extends { block: number }>(entries: readonly Entry[]): Entry[] {
  const measured = [...Map.groupBy(entries, ({ block }) => block).values()];
  if (measured.length === 0) return [];
  return Array.from({ length: PLANNED_BLOCKS }, (_, block) =>
    (measured[random.below(measured.length)] as Entry[]).map((entry) => ({ ...entry, block })),
  ).flat();
}

/** Draws a value near one that was measured. */
function near<Value extends number | null>(value: Value): Value {
  if (value === null || value === 0) return value;
  const other = value * (1 + 0.05 * (random.next() - 0.5));
  return (Number.isInteger(value) ? Math.round(other) : significant(other)) as Value;
}
