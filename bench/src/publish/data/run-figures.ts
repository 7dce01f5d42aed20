import type { RunFigures } from '../../analysis/history.ts';
import {
  type MetricId,
  metricOf,
  putsLoad,
  type RunFiguresData,
  SITE_DATA_SCHEMA_VERSION,
  variantNameOf,
} from '../../model/index.ts';
import { logSummary } from '../../stats/index.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';
import { RUN_DIFF_THRESHOLDS, runFacts } from './run-diff.ts';

/** Decimals of logarithms: 0.001 % of a figure, far less than blocks can resolve. */
const DECIMALS = 5;

/** Replays are compared only with their study, and unfinished runs and those of no block with nothing. */
export function isComparable({ run, targets }: KnownRun): boolean {
  return (
    run.finishedAt !== null &&
    run.replay === undefined &&
    putsLoad(run.profile) &&
    targets.some(({ state }) => state.step === 'measured')
  );
}

/** Figures that a browser needs to compare a run with any other run of its machine. */
export function runFiguresData(known: KnownRun, { shapes, cells }: RunFigures): RunFiguresData {
  const targets = new Places<RunFiguresData['targets'][number]>(variantNameOf);
  const scenarios = new Places<RunFiguresData['scenarios'][number]>((id) => id);
  const loadShapes = new Places<RunFiguresData['loadShapes'][number]>(
    ({ id, seconds, inBlocks }) => `${id} ${seconds} ${inBlocks}`,
  );
  const metrics = Object.entries(RUN_DIFF_THRESHOLDS).map(([id, threshold]) => {
    const { unit, direction } = metricOf(id as MetricId);
    return { id: id as MetricId, unit, direction, threshold };
  });
  const figures = cells.flatMap((cell) => {
    const { target, variant, name, scenario, scenarioVersion, loadShapeId: id } = cell;
    const { measureSeconds: seconds, inBlocks } = cell;
    const loadShape = shapes[id];
    if (!cell.ranked || loadShape === undefined) return [];
    return metrics.flatMap((metric, place): RunFiguresData['figures'] => {
      const summary = logSummary(cell.figures[metric.id]?.values ?? []);
      if (summary === null) return [];
      return [
        [
          targets.of({ target, variant, name }),
          scenarios.of(scenario),
          scenarioVersion,
          loadShapes.of({ id, loadShape, seconds, inBlocks }),
          place,
          summary.count,
          Number(summary.centre.toFixed(DECIMALS)),
          Number(summary.deviation.toFixed(DECIMALS)),
        ],
      ];
    });
  });
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine: known.run.machine,
    run: known.name,
    startedAt: known.run.startedAt,
    launcher: known.run.launcher,
    facts: runFacts(known),
    targets: targets.all,
    scenarios: scenarios.all,
    loadShapes: loadShapes.all,
    metrics,
    figures,
  };
}

/** A list without duplicates, which gives each item its index. */
class Places<Thing> {
  readonly all: Thing[] = [];
  readonly #places = new Map<string, number>();
  readonly #nameOf: (thing: Thing) => string;

  constructor(nameOf: (thing: Thing) => string) {
    this.#nameOf = nameOf;
  }

  of(thing: Thing): number {
    const name = this.#nameOf(thing);
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.all.length);
    return this.all.push(thing) - 1;
  }
}
