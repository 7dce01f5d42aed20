import { figuresOf, type RunFigures } from '../../analysis/history.ts';
import { rankingTables } from '../../analysis/ranking.ts';
import type { CurvesData, RankingTable } from '../../model/index.ts';
import { readSoundRun } from '../../results/judgement.ts';
import type { RunFolder, RunResult } from '../../results/read-results.ts';
import { latencyCurves } from '../data/latency-curves.ts';
import type { ReadRun } from '../data/target-data.ts';
import type { Cache } from './cache.ts';
import { headOf, type KnownRun } from './reduced-run.ts';
import { inThreads } from './threads.ts';

/** Starting threads costs more than reading a few runs. */
const FEWEST = 16;
/** A run is rarely compared with one more than a few before it, so this reads each run only once. */
const FIGURES_KEPT = 8;

/** Reduced runs, cached by an earlier publish; those that have changed are reduced again. */
export class CachedRuns {
  readonly #resultsFolder: string;
  readonly #cache: Cache;
  readonly #whole = new Map<string, ReadRun>();
  /** Figures of the most recently used runs, oldest first. */
  readonly #recent = new Map<string, RunFigures>();
  /** Number of runs that were read from their files. */
  parsed = 0;

  constructor(resultsFolder: string, cache: Cache) {
    this.#resultsFolder = resultsFolder;
    this.#cache = cache;
  }

  /** Reduces new and changed runs on all processors. Leaves an invalid run to `known`, which reports it. */
  async reduce(folders: readonly RunFolder[]): Promise<void> {
    const waiting = folders.filter(({ digest }) =>
      ['head', 'figures'].map((kind) => this.#cache.has(kind, [digest])).includes(false),
    );
    if (!this.#cache.isOn || waiting.length < FEWEST) return;
    const tasks = waiting.map((folder) => ({ resultsFolder: this.#resultsFolder, folder }));
    await inThreads('reduceRun', tasks, (reduced) => {
      if (reduced === null) return;
      this.#cache.putLine('head', [reduced.digest], reduced.head);
      this.#cache.putLine('figures', [reduced.digest], reduced.figures);
      this.parsed += 1;
    });
  }

  known(folder: RunFolder): KnownRun {
    const head = this.#cache.get('head', [folder.digest], () => {
      const result = this.parse(folder);
      this.#cache.put('figures', [folder.digest], figuresOf(result));
      return headOf(result);
    });
    return { ...folder, ...head };
  }

  parse(folder: RunFolder): RunResult {
    this.parsed += 1;
    return readSoundRun(this.#resultsFolder, folder);
  }

  figures(run: KnownRun): RunFigures {
    const figures =
      this.#recent.get(run.digest) ??
      this.#cache.get('figures', [run.digest], () => figuresOf(this.parse(run)));
    this.#recent.delete(run.digest);
    this.#recent.set(run.digest, figures);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > FIGURES_KEPT && oldest !== undefined) this.#recent.delete(oldest);
    return figures;
  }

  /** Reads a run with all its blocks and its tables; meant for the few that pages show. */
  whole(run: KnownRun): ReadRun {
    const known = this.#whole.get(run.digest);
    if (known) return known;
    const result = readSoundRun(this.#resultsFolder, run);
    const tables = this.#cache.get<RankingTable[]>('tables', [run.digest], () => rankingTables(result));
    const curves = this.#cache.get<CurvesData[]>('curves', [run.digest], () => latencyCurves(result));
    const whole = { result, tables, curves };
    this.#whole.set(run.digest, whole);
    return whole;
  }
}
