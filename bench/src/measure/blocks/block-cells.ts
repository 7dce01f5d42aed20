import { arrivalOf, type DatabaseKind, MOST_MESSAGE, timeoutOf } from '../../model/index.ts';
import { cutToLength } from '../../util/cut.ts';
import { messageOf } from '../../util/errors.ts';
import type { Building, Serving } from '../bench.ts';
import { cellName, type PlannedCell } from '../planned-cells.ts';
import type { FoundMark } from '../slice/figures.ts';
import type { SliceFigures } from '../slice/slice.ts';
import type { LiveServer } from './live-server.ts';

/** One short load of a cell. */
export interface Slice {
  /** Cycle of the block: cells of a table with the same number were loaded one after the other. */
  cycle: number;
  startedSeconds: number;
  figures: SliceFigures;
  /** False if it only settled its server, was disturbed and repeated, or its server failed later in the block. */
  kept: boolean;
}

/** Whether the connections of a slice were counted: one slice of each cell and block is enough. */
export function hasCountedConnections({ kept, figures: { observed } }: Slice): boolean {
  return kept && (observed.connectionsSeen ?? null) !== null;
}

/** The outcome of a block for one cell. */
export interface BlockCell {
  cell: PlannedCell;
  ratePerSecond: number | null;
  slices: Slice[];
  /** Cycles that included the cell, in all groups together. */
  planned: number;
  /** Why its slices give no figure; `null` if they do. */
  failure: string | null;
  /** Slices of warm-up load for its scenario, and whether it was warm after them. */
  warmupSlices: number;
  warm: boolean;
  serverCommand: readonly string[];
  marks: FoundMark[];
}

type FailureEffects = Pick<Serving, 'databases' | 'signal'> & Pick<Building, 'report'>;

/** The cells of a block. A failure of a server, a database or a load costs the cells that need it, and no others. */
export class BlockCells {
  readonly all: readonly BlockCell[];
  readonly #bench: FailureEffects;
  readonly #block: number;

  constructor(bench: FailureEffects, block: number, planned: readonly PlannedCell[]) {
    this.#bench = bench;
    this.#block = block;
    this.all = planned.map((cell) => ({
      cell,
      ratePerSecond: null,
      slices: [],
      planned: 0,
      failure: null,
      warmupSlices: 0,
      warm: true,
      serverCommand: [],
      marks: [],
    }));
  }

  of(name: string): BlockCell[] {
    return this.all.filter(({ cell }) => cell.targetVariant.name === name);
  }

  /** Returns the cells of a server that are still measured in this block. */
  open(live: LiveServer): BlockCell[] {
    return live.failure !== null ? [] : this.of(live.name).filter(({ failure }) => failure === null);
  }

  /** Returns the slices in a closed loop of the same target variant and scenario. */
  closedSlicesOf(cell: PlannedCell): readonly Slice[] {
    return this.all
      .filter(
        (one) =>
          one.cell.targetVariant === cell.targetVariant &&
          one.cell.scenario.id === cell.scenario.id &&
          arrivalOf(one.cell.shape) === 'closed',
      )
      .flatMap(({ slices }) => slices.filter(({ kept }) => kept));
  }

  fail(cell: BlockCell, error: unknown): void {
    if (cell.failure !== null) return;
    cell.failure = cutToLength(messageOf(error), MOST_MESSAGE);
    for (const slice of cell.slices) slice.kept = false;
    this.#bench.report({ kind: 'no-figure', cell: cellName(cell.cell), number: this.#block + 1, error });
  }

  /** Notes that a load failed and is put on the cell once more. */
  repeat(cell: BlockCell, error: unknown): void {
    cell.marks.push({ code: 'load-repeated', detail: messageOf(error) });
  }

  failServer(live: LiveServer, error: unknown): void {
    for (const cell of this.open(live)) this.fail(cell, error);
    live.fail(error);
  }

  failDatabase(kind: DatabaseKind, error: unknown): void {
    for (const cell of this.all) if (cell.cell.scenario.database === kind) this.fail(cell, error);
  }

  /**
   * Finds out what failed with a load: the server, the database that it uses, or this one load. Fails the cells that
   * need it, or only `cells`.
   */
  async failLoad(
    live: LiveServer,
    at: BlockCell,
    error: unknown,
    cells: readonly BlockCell[],
  ): Promise<void> {
    const { database: kind } = at.cell.scenario;
    const database = kind === null ? undefined : this.#bench.databases[kind];
    if (live.isDead) return this.failServer(live, error);
    if (database) {
      const lost = await database.ping().then(
        () => null,
        (reason: unknown) => reason,
      );
      this.#bench.signal.throwIfAborted();
      if (lost !== null) return this.failDatabase(database.kind, lost);
    }
    for (const cell of cells) this.fail(cell, error);
    if (!(await answers(live.server.origin, timeoutOf(at.cell.shape)))) this.failServer(live, error);
  }
}

/** Whether the server answers as soon as a load expects it to: it may still work on what the load left behind. */
async function answers(origin: string, timeoutSeconds: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutSeconds * 1_000);
    const response = await fetch(`${origin}/healthz`, { signal });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
