import { performance } from 'node:perf_hooks';
import type { Built } from '../launch/launcher.ts';
import {
  type Cell,
  FAILURES_IN_A_ROW,
  hasRate,
  type LoaderName,
  loadShapeId,
  type Mark,
  type RoundColumn,
  type TargetRun,
} from '../model/index.ts';
import { emptyCell, type RunStore } from '../results/run-store.ts';
import { median } from '../stats/index.ts';
import { mergedHistograms } from '../stats/latency-histogram.ts';
import { messageOf } from '../util/errors.ts';
import { significant } from '../util/round.ts';
import type { Bench } from './bench.ts';
import type { TargetVariant } from './catalog/targets.ts';
import { cellName, mix, type PlannedCell, plannedCells, roundOrder, STAGES } from './plan.ts';
import { measureRound, type RoundFigures } from './round.ts';

/** A target variant that passed its checks, ready for rounds. */
export interface Ready {
  entry: TargetVariant;
  built: Built;
}

/**
 * Measures what is not measured yet: all rounds of all cells of `ready`, in the order that the run's seed
 * gives, each written to disk as soon as it is done. Call it again on the same store to resume.
 */
export async function measureRounds(
  bench: Bench,
  store: RunStore,
  ready: readonly Ready[],
  /** Seconds of work on this run so far, earlier sessions of a resumed one included. */
  elapsed: () => number,
  /** Called once, between two rounds, when half of them are done. */
  halfway: () => Promise<void> = async () => {},
): Promise<void> {
  const rounds = new Rounds(bench, store, ready, elapsed, halfway);
  for (const stage of STAGES) {
    if (!bench.loaders[stage]) continue;
    await rounds.measureStage(stage);
    bench.tell({ kind: 'stage-done', stage });
  }
}

class Rounds {
  private readonly bench: Bench;
  private readonly store: RunStore;
  private readonly ready: readonly Ready[];
  private readonly results = new Map<string, TargetRun>();
  private readonly startedAt = performance.now();
  private readonly elapsed: () => number;
  private halfway: (() => Promise<void>) | null;
  private done = 0;
  /** Of those done, the rounds that this session measured: an earlier one's took it no time. */
  private measured = 0;
  private total = 0;

  constructor(
    bench: Bench,
    store: RunStore,
    ready: readonly Ready[],
    elapsed: () => number,
    halfway: () => Promise<void>,
  ) {
    this.halfway = halfway;
    this.bench = bench;
    this.store = store;
    this.ready = ready;
    this.elapsed = elapsed;
    for (const { entry } of ready) {
      const result = store.readTarget(entry.target.id, entry.variant.id);
      if (result) this.results.set(entry.name, result);
    }
    this.total = STAGES.filter((stage) => bench.loaders[stage]).reduce(
      (sum, stage) => sum + this.cellsOf(stage).length * store.run.profile.rounds,
      0,
    );
  }

  async measureStage(stage: LoaderName): Promise<void> {
    const cells = this.cellsOf(stage);
    for (let round = 0; round < this.store.run.profile.rounds; round++) {
      for (const cell of roundOrder(cells, this.store.run.seed, stage, round)) {
        this.bench.signal.throwIfAborted();
        await this.measureCell(cell, round);
        this.done += 1;
        if (this.halfway && this.done >= this.total / 2) {
          const { halfway } = this;
          this.halfway = null;
          await halfway();
        }
      }
    }
  }

  private cellsOf(stage: LoaderName): PlannedCell[] {
    const { profile, replay } = this.store.run;
    return plannedCells(
      this.ready.map(({ entry }) => entry),
      profile,
      stage,
      replay?.cells,
    ).filter(
      ({ scenario }) => scenario.database === null || this.bench.databases[scenario.database] !== undefined,
    );
  }

  private async measureCell(cell: PlannedCell, round: number): Promise<void> {
    const result = this.results.get(cell.entry.name);
    const ready = this.ready.find(({ entry }) => entry.name === cell.entry.name);
    if (!result || !ready) return;
    const kept = result.cells.find((candidate) => isCell(candidate, cell));
    if (kept && (wasTried(kept, round) || gaveUp(kept))) return;
    const ratePerSecond = this.rateOf(cell, result, kept);
    if (ratePerSecond === 'unknown') return;
    this.tellProgress(cell, round);
    this.measured += 1;
    const startedSeconds = this.elapsed();
    let figures: RoundFigures;
    try {
      figures = await measureRound(this.bench, {
        cell,
        built: ready.built,
        profile: this.store.run.profile,
        ratePerSecond,
        seed: mix(this.store.run.seed, round, hashOf(cellName(cell))),
      });
    } catch (error) {
      this.bench.signal.throwIfAborted();
      this.bench.tell({ kind: 'round-failed', cell: cellName(cell), round: round + 1, error });
      this.keep(result, cell, ratePerSecond, (into) => {
        into.failures.push({ round, what: messageOf(error).slice(0, 1_900) });
      });
      return;
    }
    this.keep(result, cell, ratePerSecond, (into) => addRound(into, round, startedSeconds, figures), figures);
    this.addTime(figures);
  }

  /** The rate of a fixed-rate cell, the same in all its rounds; `unknown` where the capacity was not measured. */
  private rateOf(cell: PlannedCell, result: TargetRun, kept: Cell | undefined): number | null | 'unknown' {
    if (!hasRate(cell.shape)) return null;
    if (kept?.ratePerSecond) return kept.ratePerSecond;
    if ('perSecond' in cell.shape.rate) return cell.shape.rate.perSecond;
    const capacity = capacityOf(result, cell);
    return capacity === null
      ? 'unknown'
      : Math.max(1, Math.round(capacity * cell.shape.rate.shareOfCapacity));
  }

  private keep(
    result: TargetRun,
    cell: PlannedCell,
    ratePerSecond: number | null,
    change: (into: Cell) => void,
    figures?: RoundFigures,
  ): void {
    let into = result.cells.find((candidate) => isCell(candidate, cell));
    if (!into) {
      into = emptyCell({
        scenario: cell.scenario.id,
        scenarioVersion: cell.scenario.version,
        loadShape: cell.shape,
        loadShapeId: loadShapeId(cell.shape),
        ratePerSecond,
        loaderCommand: [cell.shape.loader],
      });
      result.cells.push(into);
    }
    if (figures) {
      into.loaderCommand = [...figures.loaderCommand];
      result.startCommand = [...figures.serverCommand];
    }
    change(into);
    this.store.writeTarget(result);
  }

  private addTime(figures: RoundFigures): void {
    const { run } = this.store;
    const before = run.time ?? { wallSeconds: 0, loadSeconds: 0, measuredSeconds: 0 };
    run.time = {
      wallSeconds: significant(this.elapsed(), 6),
      loadSeconds: significant(before.loadSeconds + figures.loadSeconds, 6),
      measuredSeconds: significant(before.measuredSeconds + figures.measuredSeconds, 6),
    };
    this.store.writeRun();
  }

  private tellProgress(cell: PlannedCell, round: number): void {
    const spent = (performance.now() - this.startedAt) / 1_000;
    this.bench.tell({
      kind: 'progress',
      done: this.done,
      total: this.total,
      text: `${cellName(cell)}, round ${round + 1} of ${this.store.run.profile.rounds}`,
      secondsLeft: this.measured < 3 ? null : (spent / this.measured) * (this.total - this.done),
    });
  }
}

function isCell(candidate: Cell, cell: PlannedCell): boolean {
  return candidate.scenario === cell.scenario.id && candidate.loadShapeId === loadShapeId(cell.shape);
}

function wasTried(cell: Cell, round: number): boolean {
  return cell.rounds.round.includes(round) || cell.failures.some((failure) => failure.round === round);
}

/** The last rounds of the cell all failed. */
function gaveUp(cell: Cell): boolean {
  const tried = [...cell.rounds.round, ...cell.failures.map(({ round }) => round)].sort((a, b) => a - b);
  const last = tried.slice(-FAILURES_IN_A_ROW);
  return (
    last.length === FAILURES_IN_A_ROW &&
    last.every((round) => cell.failures.some((failure) => failure.round === round))
  );
}

/** Median throughput of the target's closed loop in this run, with as many connections; `null` if there is none. */
function capacityOf(result: TargetRun, cell: PlannedCell): number | null {
  const closed = result.cells.find(
    (candidate) => candidate.scenario === cell.scenario.id && candidate.loadShape.loader === 'wrk',
  );
  const throughputs = (closed?.rounds.requests ?? []).flatMap((requests, index) => {
    const duration = closed?.rounds.durationSeconds[index];
    return requests && duration ? [requests / duration] : [];
  });
  return throughputs.length === 0 ? null : median(throughputs);
}

const WHOLE: readonly RoundColumn[] = [
  'requests',
  'errors',
  'wrongStatus',
  'countedByServer',
  'warmupSlices',
];

function addRound(cell: Cell, round: number, startedSeconds: number, figures: RoundFigures): void {
  const index = cell.rounds.round.push(round) - 1;
  cell.rounds.startedSeconds.push(Math.round(startedSeconds));
  for (const [name, value] of Object.entries(figures.values) as [
    keyof RoundFigures['values'],
    number | null,
  ][]) {
    const kept = value === null ? null : WHOLE.includes(name) ? Math.round(value) : significant(value);
    cell.rounds[name].push(kept);
    const why = figures.missing[name];
    if (why && cell.rounds[name].every((entry) => entry === null)) cell.missing[name] = why;
    else if (!why) delete cell.missing[name];
  }
  for (const { code, detail } of figures.marks) addMark(cell.marks, code, detail, index);
  if (figures.latencyHistogram) addHistogram(cell, round, figures.latencyHistogram);
}

function addHistogram(cell: Cell, round: number, encoded: string): void {
  const known = cell.latencyHistogram;
  cell.latencyHistogram = {
    rounds: [...(known?.rounds ?? []), round],
    encoded: mergedHistograms([...(known ? [known.encoded] : []), encoded]),
  };
}

function addMark(marks: Mark[], code: Mark['code'], detail: string, round: number): void {
  const known = marks.find((mark) => mark.code === code);
  if (!known) marks.push({ code, detail: detail.slice(0, 1_900), rounds: [round] });
  else if (!known.rounds.includes(round)) known.rounds.push(round);
}

/** FNV-1a, 32 bits: a number from a name, for seeds. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
