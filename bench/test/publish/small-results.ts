import {
  type Cell,
  cellColumns,
  type LoadShape,
  loadShapeId,
  type RecordedProfile,
  type Run,
  type ScenarioId,
  type TargetRun,
} from '../../src/model/index.ts';
import type { RunResult } from '../../src/results/read-results.ts';

/** Results small enough to work out by hand. */

const loads: Record<'wrk' | 'oha', LoadShape> = {
  wrk: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  oha: { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 1000 } },
};

/** The profile of a run from before there were blocks: its tables show figures as they were measured. */
export const roundsProfile: RecordedProfile = {
  name: 'quick',
  description: '',
  scenarios: ['json'],
  loadShapes: [loads.wrk, loads.oha],
  rounds: 3,
  measureSeconds: 1,
  warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 0.1 },
  coldStarts: 0,
};

export interface CellParts {
  scenario?: ScenarioId;
  loader?: 'wrk' | 'oha';
  rounds?: Partial<Cell['rounds']>;
  missing?: Cell['missing'];
  marks?: Cell['marks'];
  failures?: Cell['failures'];
}

/** A cell in which every column that is not given is null. */
export function cellWith({ scenario = 'json', loader = 'wrk', rounds = {}, ...parts }: CellParts): Cell {
  const length = Math.max(1, ...Object.values(rounds).map((column) => column?.length ?? 0));
  const columns = Object.keys(cellColumns).map((name) => {
    const fill =
      name === 'round'
        ? (_: unknown, index: number) => index
        : name === 'startedSeconds'
          ? () => 0
          : () => null;
    return [name, Array.from({ length }, fill)];
  });
  return {
    scenario,
    scenarioVersion: 1,
    loadShape: loads[loader],
    loadShapeId: loadShapeId(loads[loader]),
    ratePerSecond: loader === 'wrk' ? null : 1000,
    loaderCommand: [loader],
    rounds: { ...Object.fromEntries(columns), ...rounds },
    missing: parts.missing ?? {},
    marks: parts.marks ?? [],
    failures: parts.failures ?? [],
  };
}

/** A cell of wrk whose rounds last a second, so that requests are throughput. */
export function throughputCell(perSecond: number[], parts: CellParts = {}): Cell {
  return cellWith({
    ...parts,
    rounds: { requests: perSecond, durationSeconds: perSecond.map(() => 1), ...parts.rounds },
  });
}

/** The cell with a reason for each column that is null, as every measured cell has it. */
export function withReasons(cell: Cell): Cell {
  const empty = Object.entries(cell.rounds).filter(([, values]) => values?.every((value) => value === null));
  const missing = Object.fromEntries(empty.map(([column]) => [column, 'not-reported-by-loader']));
  return { ...cell, missing: { ...missing, ...cell.missing } };
}

export function targetOf(target: string, cells: Cell[], parts: Partial<TargetRun> = {}): TargetRun {
  return {
    schemaVersion: 1,
    run: 'run',
    target,
    variant: 'default',
    name: target.split('/')[1] ?? target,
    language: 'Go',
    kind: 'micro',
    databaseAccess: {},
    commit: null,
    modified: false,
    framework: { name: target, version: '1' },
    runtime: { name: 'go', version: '1' },
    state: { step: 'measured' },
    artifact: null,
    buildSeconds: null,
    startCommand: null,
    checks: [],
    coldStartSeconds: null,
    cells,
    ...parts,
  };
}

export function runOf(targets: TargetRun[], parts: Partial<Run> = {}): RunResult {
  const run: Run = {
    schemaVersion: 1,
    id: 'run',
    machine: 'machine',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T01:00:00.000Z',
    commit: null,
    modified: false,
    launcher: 'process',
    profile: {
      name: 'quick',
      description: '',
      scenarios: ['json'],
      loadShapes: [loads.wrk, loads.oha],
      blocks: 3,
      sliceSeconds: 1,
      cycles: 1,
      warmup: { maxSeconds: 20, otherwise: 'mark' },
      coldStarts: 0,
    },
    seed: 1,
    processors: { server: [0], database: [], loader: [1], pinned: true },
    tools: [],
    databases: [],
    targets: targets.map(({ target, variant }) => ({ target, variant })),
    time: null,
    ...parts,
  };
  return {
    name: run.id,
    folder: `runs/machine/2026/${run.id}`,
    run,
    targets: targets.map((result) => ({ file: `${result.target.replace('/', '-')}.json`, result })),
  };
}
