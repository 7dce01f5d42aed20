import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Cell,
  hasBlocks,
  hasRate,
  type LoadShape,
  loadSeconds,
  loadShapeId,
  type Machine,
  type Mark,
  type Profile,
  type RecordedProfile,
  type Run,
  type ScenarioId,
  scenarioIds,
  startsOf,
  type TargetRun,
} from '../../src/model/index.ts';
import { runIdOf, targetFileName } from '../../src/results/run-store.ts';
import { latencyHistogram } from '../../src/stats/latency-histogram.ts';
import { seededRandom } from '../../src/util/random.ts';
import { significant } from '../../src/util/rounding.ts';
import { BELIEVABLE_COMMIT, believableMachine } from './believable-machine.ts';

/**
 * A results folder that could have been measured, but was not: for tests of the site only, and written only
 * where a test says. Every figure follows from the seed.
 */
export interface BelievableOptions {
  seed?: number;
  machine?: Partial<Machine>;
  startedAt?: string;
  profile?: Partial<Profile>;
  /** A run of before there were blocks, with this in its profile. */
  inRounds?: Partial<Exclude<RecordedProfile, Profile>>;
  /** False for a run that was interrupted: its last target has no file. */
  finished?: boolean;
  /** Only these target variants, by the names of their files. */
  only?: readonly string[];
  /** Target variants besides the usual ones. */
  extra?: readonly Subject[];
  /** Names in place of the usual ones, by target: what strangers may write into a manifest. */
  names?: Readonly<Record<string, string>>;
}

export interface Subject {
  target: string;
  variant: string;
  name: string;
  language: string;
  kind: TargetRun['kind'];
  /** Requests a second that the plainest scenario would reach. */
  speed: number;
  memoryMiB: number;
  framework: string;
  runtime: TargetRun['runtime'];
  access: TargetRun['databaseAccess'];
  state?: TargetRun['state'];
}

const subjects: readonly Subject[] = [
  {
    target: 'rust/axum',
    variant: 'default',
    name: 'axum',
    language: 'Rust',
    kind: 'micro',
    speed: 171_000,
    memoryMiB: 9.8,
    framework: '0.8.6',
    runtime: { name: 'rustc', version: '1.91.0' },
    access: { postgresql: { kind: 'raw', library: 'tokio-postgres 0.7' } },
  },
  {
    target: 'nginx/static',
    variant: 'default',
    name: 'nginx',
    language: 'C',
    kind: 'platform',
    speed: 168_500,
    memoryMiB: 11.9,
    framework: '1.28.0',
    runtime: { name: 'nginx', version: '1.28.0' },
    access: {},
  },
  {
    target: 'go/gin',
    variant: 'default',
    name: 'Gin',
    language: 'Go',
    kind: 'micro',
    speed: 98_400,
    memoryMiB: 27.4,
    framework: '1.11.0',
    runtime: { name: 'go', version: '1.25.4' },
    access: { postgresql: { kind: 'raw', library: 'pgx 5.7' } },
  },
  {
    target: 'javascript/koa',
    variant: 'cluster',
    name: 'Koa',
    language: 'JavaScript',
    kind: 'micro',
    speed: 44_100,
    memoryMiB: 188,
    framework: '3.1.1',
    runtime: { name: 'node', version: '24.11.0' },
    access: { postgresql: { kind: 'raw', library: 'pg 8.16' } },
  },
  {
    target: 'javascript/koa',
    variant: 'single',
    name: 'Koa',
    language: 'JavaScript',
    kind: 'micro',
    speed: 43_700,
    memoryMiB: 71.2,
    framework: '3.1.1',
    runtime: { name: 'node', version: '24.11.0' },
    access: { postgresql: { kind: 'raw', library: 'pg 8.16' } },
  },
  {
    target: 'java/spring-boot',
    variant: 'jvm',
    name: 'Spring Boot',
    language: 'Java',
    kind: 'full',
    speed: 43_900,
    memoryMiB: 412,
    framework: '4.0.0',
    runtime: { name: 'openjdk', version: '25.0.1' },
    access: { postgresql: { kind: 'orm', library: 'Hibernate 7.1' } },
  },
  {
    target: 'ruby/sinatra',
    variant: 'default',
    name: 'Sinatra',
    language: 'Ruby',
    kind: 'micro',
    speed: 0,
    memoryMiB: 0,
    framework: '4.2.1',
    runtime: { name: 'ruby', version: null },
    access: {},
    state: {
      step: 'left-out',
      reason: 'This machine has no Ruby.',
      next: 'Install ruby 3.4 or run with containers: npm run bench -- run --launcher compose',
    },
  },
  {
    target: 'python/fastapi',
    variant: 'default',
    name: 'FastAPI',
    language: 'Python',
    kind: 'micro',
    speed: 0,
    memoryMiB: 0,
    framework: '0.121.0',
    runtime: { name: 'python', version: '3.14.0' },
    access: { postgresql: { kind: 'raw', library: 'asyncpg 0.30' } },
    state: {
      step: 'verify',
      reason: 'error/body: expected {"code":400,"message":"abcd"}, saw {"detail":"abcd"}',
      next: 'npm run bench -- verify python/fastapi',
    },
  },
];

/** How much of its speed a target keeps in a scenario. */
const ease: Record<ScenarioId, number> = {
  plaintext: 1,
  json: 0.93,
  'json-large': 0.34,
  error: 0.82,
  'not-found': 0.88,
  counter: 0.91,
  asset: 0.86,
  menus: 0.17,
  'account-insert': 0.12,
  'account-list': 0.008,
  'account-get': 0.2,
  users: 0.15,
};

const shapes: LoadShape[] = [
  { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 1000 } },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { shareOfCapacity: 0.5 } },
];

const SLICE_SECONDS = 3;
const SCRATCH = '.cache/scratch';

export async function writeBelievableResults(
  folder: string,
  options: BelievableOptions = {},
): Promise<string> {
  const startedAt = options.startedAt ?? '2026-06-01T02:00:00.000Z';
  const machine: Machine = { ...believableMachine, ...options.machine };
  const shared = {
    name: 'standard',
    description: 'The figures that are published.',
    scenarios: [...scenarioIds],
    loadShapes: shapes,
    coldStarts: 10,
  };
  const profile: RecordedProfile = options.inRounds
    ? {
        ...shared,
        rounds: 5,
        measureSeconds: SLICE_SECONDS,
        warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 3, toleranceRatio: 0.05 },
        ...options.inRounds,
      }
    : {
        ...shared,
        blocks: 5,
        sliceSeconds: SLICE_SECONDS,
        cycles: 1,
        warmup: { maxSeconds: 30, otherwise: 'mark' },
        ...options.profile,
      };
  const chosen = [...subjects, ...(options.extra ?? [])]
    .filter(({ target, variant }) => !options.only || options.only.includes(targetFileName(target, variant)))
    .map((subject) => ({ ...subject, name: options.names?.[subject.target] ?? subject.name }));
  const finished = options.finished ?? true;
  const id = runIdOf(new Date(startedAt), BELIEVABLE_COMMIT);
  const run: Run = {
    schemaVersion: 1,
    id,
    machine: machine.id,
    startedAt,
    finishedAt: finished ? new Date(Date.parse(startedAt) + 5_400_000).toISOString() : null,
    commit: BELIEVABLE_COMMIT,
    modified: false,
    launcher: 'process',
    profile,
    seed: options.seed ?? 7,
    processors: { server: [0, 1], database: [2], loader: [3], pinned: true },
    // Before there were blocks, control groups counted it.
    ...(options.inRounds
      ? {}
      : {
          peakMemory: 'resident' as const,
          latencies: 'on-open-connections' as const,
          settled: 'warmed-with-probes' as const,
          waiting: 'all-kept-warm' as const,
        }),
    tools: [
      { name: 'wrk', version: '4.2.0' },
      { name: 'oha', version: '1.10.0' },
      { name: 'hyperfine', version: null },
    ],
    databases: [
      { kind: 'postgresql', provider: 'embedded', version: '18.1' },
      { kind: 'mysql', provider: 'path', product: 'MariaDB', version: '10.11.19' },
    ],
    targets: chosen.map(({ target, variant }) => ({ target, variant })),
    time: finished ? { wallSeconds: 5400, loadSeconds: 3900, measuredSeconds: 2300 } : null,
  };
  const runFolder = join(folder, 'runs', machine.id, startedAt.slice(0, 4), id);
  await writeJson(join(folder, 'machines', `${machine.id}.json`), machine);
  await writeJson(join(runFolder, 'run.json'), run);
  for (const [index, subject] of (finished ? chosen : chosen.slice(0, -1)).entries()) {
    const result = targetRun(subject, run, (options.seed ?? 7) * 1_000 + index);
    await writeJson(join(runFolder, targetFileName(subject.target, subject.variant)), result);
  }
  return runFolder;
}

export function targetRun(subject: Subject, run: Run, seed: number): TargetRun {
  const measured = subject.state === undefined;
  const random = seededRandom(seed);
  return {
    schemaVersion: 1,
    run: run.id,
    target: subject.target,
    variant: subject.variant,
    name: subject.name,
    language: subject.language,
    kind: subject.kind,
    databaseAccess: subject.access,
    commit: BELIEVABLE_COMMIT,
    modified: false,
    framework: { name: subject.name, version: subject.framework },
    runtime: subject.runtime,
    state: subject.state ?? { step: 'measured' },
    artifact: measured
      ? { kind: 'files', digest: `sha256:${'5f'.repeat(32)}`, sizeBytes: 4_000_000 + seed * 17 }
      : null,
    buildSeconds: measured ? significant(4 + random.next() * 30) : null,
    ...(measured && run.profile.builds
      ? {
          cleanBuildSeconds: Array.from({ length: run.profile.builds }, () => significant(9 + random.next())),
        }
      : {}),
    startCommand: measured ? ['taskset', '--cpu-list', '0,1', `./build/${subject.name.toLowerCase()}`] : null,
    checks: checksOf(subject),
    coldStartSeconds: measured
      ? Array.from({ length: run.profile.coldStarts }, () => significant(0.03 + random.next() * 0.01))
      : null,
    cells: measured
      ? run.profile.scenarios
          .filter((scenario) => scenario !== 'menus' || subject.access.postgresql !== undefined)
          .flatMap((scenario) =>
            run.profile.loadShapes.map((shape) => cell(subject, run, scenario, shape, random)),
          )
      : [],
  };
}

function checksOf(subject: Subject): TargetRun['checks'] {
  if (subject.state?.step === 'left-out') return [];
  return scenarioIds.map((scenario) => {
    const failed = subject.state?.step === 'verify' && scenario === 'error';
    const skipped = scenario === 'menus' && subject.access.postgresql === undefined;
    return {
      id: `${scenario}/body`,
      scenario,
      status: failed ? 'failed' : skipped ? 'skipped' : 'passed',
      detail: failed
        ? 'GET /error: expected {"code":400,"message":"abcd"}, saw {"detail":"abcd"}'
        : skipped
          ? 'The target does not serve menus.'
          : null,
    };
  });
}

function cell(
  subject: Subject,
  run: Run,
  scenario: ScenarioId,
  loadShape: LoadShape,
  random: ReturnType<typeof seededRandom>,
): Cell {
  const rounds = startsOf(run.profile);
  const measureSeconds = loadSeconds(scenario, loadShape, run.profile);
  const capacity = subject.speed * ease[scenario] * (1 + (random.next() - 0.5) * 0.04);
  const rate = !hasRate(loadShape)
    ? null
    : 'perSecond' in loadShape.rate
      ? loadShape.rate.perSecond
      : significant(capacity * loadShape.rate.shareOfCapacity);
  const each = <T>(make: (round: number) => T): T[] =>
    Array.from({ length: rounds }, (_, round) => make(round));
  const noise = (spread: number): number => 1 + (random.next() - 0.5) * spread;
  const requests = each(() =>
    Math.round((rate ?? capacity) * measureSeconds * noise(rate === null ? 0.04 : 0.001)),
  );
  const busy = rate === null ? 1 : rate / capacity;
  const base = (0.00008 + 9 / capacity) * (1 + 2 * busy);
  const latency = (factor: number, spread: number): (number | null)[] =>
    each(() => significant(base * factor * noise(spread)));
  // A thousand requests a second for three seconds are too few for p99.9.
  const enough = (rate ?? capacity) * measureSeconds >= 10_000;
  const marks: Mark[] = [];
  if (subject.target === 'go/gin' && scenario === 'json' && rate === null) {
    if (hasBlocks(run.profile)) marks.push({ code: 'disturbed', rounds: [2], detail: 'Others took 14 %.' });
    else marks.push({ code: 'unsteady', rounds: [2], detail: 'Throughput was still rising.' });
  }
  if (subject.target === 'java/spring-boot' && scenario === 'json' && rate === null) {
    marks.push({ code: 'errors', rounds: [1, 3], detail: '212 timeouts in two rounds.' });
  }
  if (subject.kind === 'platform') {
    marks.push({
      code: 'loader-bound',
      rounds: each((round) => round),
      detail: "wrk's processor was 99 % busy.",
    });
  }
  const broken = subject.variant === 'single' && scenario === 'counter';
  const values = <T>(column: (T | null)[]): (T | null)[] =>
    broken ? column.map((value, round) => (round === 4 ? null : value)) : column;
  return {
    scenario,
    scenarioVersion: 1,
    loadShape,
    loadShapeId: loadShapeId(loadShape),
    ratePerSecond: rate,
    loaderCommand:
      loadShape.loader === 'wrk'
        ? [
            'wrk',
            '--threads',
            '1',
            '--connections',
            '64',
            '--duration',
            '3s',
            '--latency',
            `${SCRATCH}/load.lua`,
          ]
        : [
            'oha',
            '-c',
            '64',
            '-q',
            String(rate),
            '-z',
            '3s',
            '--latency-correction',
            '--no-tui',
            '--output-format',
            'json',
          ],
    rounds: {
      round: each((round) => round),
      startedSeconds: each((round) => significant(round * 1_000 + random.next() * 900)),
      requests: values(requests),
      durationSeconds: values(each(() => significant(measureSeconds * noise(0.002)))),
      receivedBytes: values(requests.map((count) => count * 180)),
      latencyMeanSeconds: values(latency(1.1, 0.1)),
      latencyP50Seconds: values(latency(1, 0.06)),
      latencyP90Seconds: values(latency(1.7, 0.1)),
      latencyP99Seconds: values(latency(3.6, 0.25)),
      latencyP999Seconds: enough ? values(latency(7.9, 0.5)) : each(() => null),
      latencyMaxSeconds: values(latency(15, 0.5)),
      errors: values(
        each((round) =>
          marks.some((mark) => mark.code === 'errors' && mark.rounds.includes(round)) ? 106 : 0,
        ),
      ),
      wrongStatus: values(each(() => 0)),
      countedByServer: values([...requests]),
      serverCpuNanoseconds: values(
        requests.map((count) => significant(count * (1.9e9 / Math.max(capacity, 1)) * noise(0.03), 7)),
      ),
      loaderCpuNanoseconds: values(requests.map((count) => count * 5_100)),
      databaseCpuNanoseconds: each(() => null),
      harnessCpuNanoseconds: values(each(() => significant(4e6 * noise(0.5)))),
      peakMemoryBytes: values(each(() => Math.round(subject.memoryMiB * 2 ** 20 * noise(0.02)))),
      stolenRatio: values(each(() => significant(random.next() * 0.01))),
      warmupSlices: values(each(() => 2)),
    },
    missing: {
      databaseCpuNanoseconds: 'no-database',
      ...(enough ? {} : { latencyP999Seconds: 'too-few-samples' as const }),
    },
    // A short run does not have the rounds of every mark.
    marks: marks.flatMap((mark) => {
      const own = mark.rounds.filter((round) => round < rounds);
      return own.length === 0 ? [] : [{ ...mark, rounds: own }];
    }),
    ...(rate === null ? {} : { latencyHistogram: histogramAround(base, rounds) }),
    failures: broken ? [{ round: 4, what: 'The server exited with code 1 while the load ran.' }] : [],
  };
}

const histograms = new Map<number, string>();
const HISTOGRAM_REQUESTS = 20_000;

/** Latencies with a long tail around a median; a few shapes, made once each, for there may be 100,000 cells. */
function histogramAround(median: number, rounds: number): NonNullable<Cell['latencyHistogram']> {
  const level = Math.round(4 * Math.log2(median));
  let encoded = histograms.get(level);
  if (encoded === undefined) {
    const random = seededRandom(1_000 + level);
    const latencies = Array.from(
      { length: HISTOGRAM_REQUESTS },
      () => 2 ** (level / 4) * (0.6 + 0.4 * (1 - random.next()) ** -0.35),
    );
    encoded = latencyHistogram(latencies);
    histograms.set(level, encoded);
  }
  return { rounds: Array.from({ length: rounds }, (_, round) => round), encoded };
}

async function writeJson(file: string, document: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(document, null, 1)}\n`);
}
