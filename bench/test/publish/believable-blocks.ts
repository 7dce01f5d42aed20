import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Cell,
  hasRate,
  type LoadShape,
  loadShapeId,
  type Machine,
  type Profile,
  type Run,
  type ScenarioId,
  type TargetRun,
  type Warmup,
} from '../../src/model/index.ts';
import { emptyCell, runIdOf, targetFileName } from '../../src/results/run-store.ts';
import { seededRandom } from '../../src/util/random.ts';
import { significant } from '../../src/util/rounding.ts';
import { BELIEVABLE_COMMIT, believableMachine } from './believable-machine.ts';

/**
 * A run in blocks that could have been measured, but was not: for tests of the site only. Targets warm up as their
 * runtimes do, blocks shift all targets alike, one target is not warm in time. Every figure follows from the seed.
 */
interface BelievableBlocks {
  seed?: number;
  machine?: Partial<Machine>;
  startedAt?: string;
  profile?: Partial<Profile>;
  finished?: boolean;
}

interface Warming {
  target: string;
  variant: string;
  name: string;
  language: string;
  kind: TargetRun['kind'];
  /** Requests a second, warm, in the plainest scenario. */
  speed: number;
  /** Share of it in the first second, and seconds until nothing is left to compile; 0 where it was compiled before. */
  first: number;
  compiles: number;
  /** Longest wait of the first second. */
  stallSeconds: number;
  memoryMiB: number;
}

const of = (
  target: string,
  variant: string,
  name: string,
  language: string,
  [speed, first, compiles, stallSeconds, memoryMiB]: [number, number, number, number, number],
  kind: TargetRun['kind'] = 'micro',
): Warming => ({ target, variant, name, language, kind, speed, first, compiles, stallSeconds, memoryMiB });

const warming: readonly Warming[] = [
  of('c/epoll', 'default', 'epoll', 'C', [92_000, 0.99, 0, 0.004, 2], 'platform'),
  of('rust/axum', 'raw', 'axum', 'Rust', [71_000, 0.98, 0, 0.006, 9], 'micro'),
  of('rust/actix-web', 'raw', 'Actix Web', 'Rust', [73_000, 0.98, 0, 0.006, 11]),
  of('go/gin', 'raw', 'Gin', 'Go', [48_000, 0.95, 0, 0.012, 24]),
  of('csharp/aspnet-core', 'jit', 'ASP.NET Core', 'C#', [44_000, 0.12, 14, 0.42, 118], 'full'),
  of('csharp/aspnet-core', 'native-aot', 'ASP.NET Core', 'C#', [36_000, 0.94, 0, 0.02, 46], 'full'),
  of('java/vertx', 'jvm', 'Vert.x', 'Java', [52_000, 0.08, 24, 0.61, 210]),
  of('java/spring-boot', 'jvm', 'Spring Boot', 'Java', [19_000, 0.03, 47, 1.8, 340], 'full'),
  of('java/spring-boot', 'virtual-threads', 'Spring Boot', 'Java', [17_500, 0.03, 130, 2.1, 352], 'full'),
  of('kotlin/quarkus', 'native', 'Quarkus', 'Kotlin', [21_000, 0.9, 0, 0.03, 70], 'full'),
  of('javascript/koa', 'single', 'Koa', 'JavaScript', [18_000, 0.45, 3, 0.11, 71]),
  of('javascript/hono', 'node', 'Hono', 'JavaScript', [26_000, 0.4, 4, 0.09, 69]),
  of('ruby/sinatra', 'default', 'Sinatra', 'Ruby', [5_200, 0.7, 6, 0.2, 88]),
];

const ease: Partial<Record<ScenarioId, number>> = {
  plaintext: 1,
  json: 0.93,
  error: 0.8,
  menus: 0.17,
};

const SHAPES: LoadShape[] = [
  { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 1000 } },
];

export function writeBelievableBlocks(folder: string, options: BelievableBlocks = {}): string {
  const startedAt = options.startedAt ?? '2026-06-20T02:00:00.000Z';
  const machine: Machine = { ...believableMachine, ...options.machine };
  const profile: Profile = {
    name: 'standard',
    description: 'The figures that are published, part one.',
    scenarios: ['json', 'menus'],
    loadShapes: SHAPES,
    blocks: 6,
    sliceSeconds: 1,
    cycles: 2,
    minutes: 60,
    warmup: { maxSeconds: 60, otherwise: 'mark', curve: 'json' },
    coldStarts: 0,
    ...options.profile,
  };
  const finished = options.finished ?? true;
  const id = runIdOf(new Date(startedAt), BELIEVABLE_COMMIT);
  const random = seededRandom(options.seed ?? 21);
  const levels = Array.from({ length: profile.blocks }, () => 1 + (random.next() - 0.5) * 0.24);
  const run: Run = {
    schemaVersion: 1,
    id,
    machine: machine.id,
    startedAt,
    finishedAt: finished ? new Date(Date.parse(startedAt) + 3_600_000).toISOString() : null,
    commit: BELIEVABLE_COMMIT,
    modified: false,
    launcher: 'process',
    profile,
    seed: options.seed ?? 21,
    processors: { server: [0, 1], database: [2], loader: [3], pinned: true },
    peakMemory: 'resident',
    latencies: 'on-open-connections',
    settled: 'warmed-with-probes',
    waiting: 'all-kept-warm',
    tools: [
      { name: 'wrk', version: '4.2.0' },
      { name: 'oha', version: '1.10.0' },
    ],
    databases: [{ kind: 'postgresql', provider: 'embedded', version: '18.1' }],
    targets: warming.map(({ target, variant }) => ({ target, variant })),
    blocks: levels.map((_, block) => ({
      block,
      startedSeconds: 60 + block * 590,
      seconds: 590,
      groups: 1,
    })),
    time: finished ? { wallSeconds: 3600, loadSeconds: 3100, measuredSeconds: 1900 } : null,
  };
  const runFolder = join(folder, 'runs', machine.id, startedAt.slice(0, 4), id);
  writeJson(join(folder, 'machines', `${machine.id}.json`), machine);
  writeJson(join(runFolder, 'run.json'), run);
  for (const one of warming) {
    writeJson(join(runFolder, targetFileName(one.target, one.variant)), targetOf(one, run, levels, random));
  }
  return runFolder;
}

type Random = ReturnType<typeof seededRandom>;

function targetOf(one: Warming, run: Run, levels: readonly number[], random: Random): TargetRun {
  const profile = run.profile as Profile;
  const warmups = levels.flatMap((level, block) => warmupsOf(one, profile, block, level, random));
  return {
    schemaVersion: 1,
    run: run.id,
    target: one.target,
    variant: one.variant,
    name: one.name,
    language: one.language,
    kind: one.kind,
    databaseAccess: { postgresql: { kind: 'raw', library: 'a driver 1.0' } },
    commit: BELIEVABLE_COMMIT,
    modified: false,
    framework: { name: one.name, version: '1.0.0' },
    runtime: { name: one.language.toLowerCase(), version: '1.0' },
    state: { step: 'measured' },
    artifact: { kind: 'files', digest: `sha256:${'5f'.repeat(32)}`, sizeBytes: 4_000_000 },
    buildSeconds: 12,
    startCommand: ['taskset', '--cpu-list', '0,1', './server'],
    checks: profile.scenarios.map((scenario) => ({
      id: `${scenario}/body`,
      scenario,
      status: 'passed',
      detail: null,
    })),
    coldStartSeconds: null,
    cells: profile.scenarios.flatMap((scenario) =>
      profile.loadShapes.map((shape) => cellOf(one, { scenario, shape, levels, warmups }, random)),
    ),
    warmups,
  };
}

function cellOf(
  one: Warming,
  parts: { scenario: ScenarioId; shape: LoadShape; levels: readonly number[]; warmups: readonly Warmup[] },
  random: Random,
): Cell {
  const { scenario, shape, levels, warmups } = parts;
  const capacity = one.speed * (ease[scenario] ?? 0.5);
  const noise = (spread: number): number => 1 + (random.next() - 0.5) * spread;
  const rate = hasRate(shape) ? 1_000 : null;
  const each = (make: (level: number, block: number) => number): number[] =>
    levels.map((level, block) => significant(make(level, block)));
  const perSecond = each((level) => rate ?? capacity * level * noise(0.015));
  const wait = each((level) => ((0.0001 + 9 / capacity) / level) * noise(0.03));
  const cell = emptyCell({
    scenario,
    scenarioVersion: 1,
    loadShape: shape,
    loadShapeId: loadShapeId(shape),
    ratePerSecond: rate,
    loaderCommand: [shape.loader, '--believable'],
  });
  const requests = perSecond.map((value) => Math.round(value * 16));
  const cost = each((level) => (1.9e9 / capacity / level) * noise(0.02));
  const notWarm = warmups.filter((warmup) => warmup.scenario === scenario && !warmup.steady);
  const warmupSlices = levels.map((_, block) => {
    const own = warmups.find((warmup) => warmup.block === block && warmup.scenario === scenario);
    return own ? own.throughputPerSecond.length : null;
  });
  return {
    ...cell,
    missing: {
      countedByServer: 'not-counted-by-target',
      databaseCpuNanoseconds: 'no-database',
      ...(warmupSlices.every((slices) => slices === null)
        ? { warmupSlices: 'not-reported-by-loader' as const }
        : {}),
    },
    rounds: {
      ...cell.rounds,
      round: levels.map((_, block) => block),
      startedSeconds: levels.map((_, block) => 300 + block * 590),
      requests,
      durationSeconds: levels.map(() => 16),
      receivedBytes: requests.map((count) => count * 180),
      latencyMeanSeconds: wait,
      latencyP50Seconds: wait,
      latencyP90Seconds: wait.map((value) => value * 1.7),
      latencyP99Seconds: wait.map((value) => value * 3.6),
      latencyP999Seconds: wait.map((value) => value * 7.9),
      latencyMaxSeconds: wait.map((value) => value * 15),
      errors: levels.map(() => 0),
      wrongStatus: levels.map(() => 0),
      countedByServer: levels.map(() => null),
      serverCpuNanoseconds: requests.map((count, block) => Math.round(count * (cost[block] ?? 0))),
      loaderCpuNanoseconds: requests.map((count) => count * 5_100),
      databaseCpuNanoseconds: levels.map(() => null),
      harnessCpuNanoseconds: levels.map(() => 1e8),
      peakMemoryBytes: levels.map(() => Math.round(one.memoryMiB * 2 ** 20 * noise(0.02))),
      stolenRatio: levels.map(() => 0.001),
      warmupSlices,
      throughputPerSecond: perSecond,
      cpuPerRequestNanoseconds: cost,
    },
    marks:
      notWarm.length === 0
        ? []
        : [
            {
              code: 'not-warm',
              rounds: notWarm.map(({ block }) => block),
              detail: 'still warming up after 60 s of load',
            },
          ],
  };
}

/** From the share of the first second up to the whole, in two steps as runtimes that compile in tiers have them. */
function warmupsOf(
  one: Warming,
  { scenarios, warmup, loadShapes }: Profile,
  block: number,
  level: number,
  random: Random,
): Warmup[] {
  const { curve } = warmup;
  const inOrder = [...scenarios].sort((a, b) => Number(b === curve) - Number(a === curve));
  return inOrder.map((scenario, place): Warmup => {
    const capacity = one.speed * (ease[scenario] ?? 0.5) * level;
    const needs = Math.round(
      (place === 0 ? one.compiles : one.compiles / 6) * (1 + (random.next() - 0.5) * 0.3),
    );
    const seconds = Math.min(warmup.maxSeconds, needs + (one.compiles === 0 ? 2 : 6));
    const share = (second: number): number => {
      if (second >= needs) return 1;
      const from = place === 0 ? one.first : Math.max(one.first, 0.7);
      const done = second / needs;
      return from + (1 - from) * (done < 0.25 ? done * 2 : 0.5 + 0.46 * ((done - 0.25) / 0.75) ** 1.5);
    };
    const each = (make: (second: number) => number): number[] =>
      Array.from({ length: seconds }, (_, second) => significant(make(second)));
    const noisy = (spread: number): number => 1 + (random.next() - 0.5) * spread;
    const perSecond = each((second) => capacity * share(second) * noisy(0.04));
    return {
      block,
      scenario,
      loadShapeId: loadShapeId(loadShapes[0] as LoadShape),
      place,
      steady: needs + 6 <= warmup.maxSeconds || one.compiles === 0,
      lightSeconds: place > 0 && one.compiles > 0 ? 3 : 0,
      throughputPerSecond: perSecond,
      durationSeconds: each(() => 1.001),
      cpuPerRequestNanoseconds: perSecond.map((value) => significant(1e9 / value)),
      compilingRatio:
        one.compiles === 0
          ? perSecond.map(() => null)
          : each((second) => (second >= needs ? 0.004 : 0.55 * (1 - second / needs) + 0.03)),
      latencyMaxSeconds: each(
        (second) => (second < 2 && place === 0 ? one.stallSeconds : 40 / capacity) * noisy(0.3),
      ),
    };
  });
}

function writeJson(path: string, document: unknown): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `${JSON.stringify(document, null, 1)}\n`);
}
