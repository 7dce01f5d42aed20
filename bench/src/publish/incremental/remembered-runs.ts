import { rankingTables } from '../../analysis/ranking.ts';
import type { CurvesData, RankingTable } from '../../model/index.ts';
import { type FoundResults, type RunResult, readRunFolder } from '../../results/read-results.ts';
import { latencyCurves } from '../data/latency-curves.ts';
import type { ReadRun } from '../data/target-data.ts';
import type { Cache } from './cache.ts';
import { reduceRuns } from './reduce-runs.ts';
import { figuresOf, headOf, type KnownRun, type RunFigures } from './reduced-run.ts';

/** A run is compared with one that is rarely more than a few before it: each is then read once for both. */
const FIGURES_KEPT = 8;

/** Runs as they were reduced before, and read again only where they changed. */
export class RememberedRuns {
  readonly #resultsFolder: string;
  readonly #cache: Cache;
  readonly #read = new Map<string, ReadRun>();
  /** Figures of the runs asked for last, the oldest first. */
  readonly #recent = new Map<string, RunFigures>();
  /** How many were read from their files. */
  parsed = 0;

  constructor(resultsFolder: string, cache: Cache) {
    this.#resultsFolder = resultsFolder;
    this.#cache = cache;
  }

  /** Reads all that are new or changed, in as many threads as there are processors. */
  async reduce(folders: FoundResults['runs']): Promise<void> {
    this.parsed += await reduceRuns(this.#resultsFolder, folders, this.#cache);
  }

  /** Every run is parsed once for as long as it and the code that reduces it stay the same. */
  known(folder: FoundResults['runs'][number]): KnownRun {
    const digests = [folder.digest];
    this.#cache.keep('figures', digests);
    const head = this.#cache.get('head', digests, () => {
      const result = this.parse(folder);
      this.#cache.put('figures', digests, figuresOf(result));
      return headOf(result);
    });
    return { ...folder, ...head };
  }

  parse(folder: FoundResults['runs'][number]): RunResult {
    this.parsed += 1;
    return readRunFolder(this.#resultsFolder, folder);
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

  /** A run with all its rounds and its tables: only the few that pages show. */
  whole(run: KnownRun): ReadRun {
    const known = this.#read.get(run.digest);
    if (known) return known;
    const result = readRunFolder(this.#resultsFolder, run);
    const tables = this.#cache.get<RankingTable[]>('tables', [run.digest], () => rankingTables(result));
    const curves = this.#cache.get<CurvesData[]>('curves', [run.digest], () => latencyCurves(result));
    const whole = { result, tables, curves };
    this.#read.set(run.digest, whole);
    return whole;
  }
}
