import {
  type Cell,
  hasRate,
  isLoaderBound,
  loaderThreads,
  type Mark,
  type Run,
  type TargetRun,
} from '../model/index.ts';

type Processors = Run['processors'];

/**
 * Marks the blocks in which not the server was full, but the processors beside it: of the loader, the harness and, where
 * it shares them, the database. Runs before 28 November 2026 compared the loader alone with its processors. The mark is
 * added when a run is read, since its files stay as they were measured.
 */
export function withLoaderBound({ processors }: Pick<Run, 'processors'>, result: TargetRun): TargetRun {
  return { ...result, cells: result.cells.map((cell) => marked(cell, processors)) };
}

function marked(cell: Cell, processors: Processors): Cell {
  const known = new Set(cell.marks.flatMap(({ code, rounds }) => (code === 'loader-bound' ? rounds : [])));
  if (hasRate(cell.loadShape)) return cell;
  const bound = cell.rounds.round.flatMap((_, index): { index: number; shares: Shares }[] => {
    const shares = sharesIn(cell, index, processors);
    return !known.has(index) && shares !== null && isLoaderBound(shares) ? [{ index, shares }] : [];
  });
  const [first] = bound;
  if (!first) return cell;
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  const detail =
    `what loads the server used ${percent(Math.max(first.shares.beside, first.shares.loader))} of its processors, ` +
    `the server ${percent(first.shares.server)} of its own`;
  const mark: Mark = { code: 'loader-bound', rounds: bound.map(({ index }) => index), detail };
  return { ...cell, marks: [...cell.marks, mark] };
}

type Shares = Parameters<typeof isLoaderBound>[0];

/** Shares of the processors that were used in one block; `null` if one of the figures is missing. */
function sharesIn({ rounds, loaderCommand }: Cell, index: number, processors: Processors): Shares | null {
  const { durationSeconds, serverCpuNanoseconds, loaderCpuNanoseconds, harnessCpuNanoseconds } = rounds;
  const seconds = durationSeconds[index] ?? null;
  const server = serverCpuNanoseconds[index] ?? null;
  const loader = loaderCpuNanoseconds[index] ?? null;
  if (seconds === null || server === null || loader === null) return null;
  const isShared = processors.database.some((processor) => processors.loader.includes(processor));
  const database = isShared ? (rounds.databaseCpuNanoseconds[index] ?? 0) : 0;
  const harness = harnessCpuNanoseconds[index] ?? 0;
  const share = (nanoseconds: number, { length }: readonly number[]): number =>
    nanoseconds / (seconds * 1e9 * Math.max(1, length));
  return {
    beside: share(loader + database + harness, processors.loader),
    // Fewer threads than processors are full while processors are not.
    loader: share(loader, processors.loader.slice(0, loaderThreads(loaderCommand ?? []))),
    server: share(server, processors.server),
  };
}
