import type { Arm } from '../measure/duet/arm.ts';
import { carryOutComparison } from '../measure/duet/comparison.ts';
import { commonScenarios, describeArm, prepareSide, requireSameScenario } from '../measure/duet/prepare.ts';
import { revisionOf } from '../measure/provenance.ts';
import {
  COMPARISON_SCHEMA_VERSION,
  type ComparedCell,
  type Comparison,
  type DatabaseKind,
  databaseKinds,
  type LauncherName,
  LOOKS,
  type LoadShape,
  type MetricId,
  MINIMUM_EFFECTS,
  type Scenario,
  scenarioIds,
  scenarioOf,
} from '../model/index.ts';
import { comparisonFile, writeComparison } from '../results/comparison-store.ts';
import { runIdOf, shownPath } from '../results/run-store.ts';
import { verdictOf } from '../results/verdict.ts';
import { pinSelf } from '../util/affinity.ts';
import { type ExitCode, exitCodes, PitwallError } from '../util/errors.ts';
import { allowedProcessors } from '../util/machine.ts';
import { nearest } from '../util/near.ts';
import { type Invocation, launcherOption, type OptionHelp, wholeNumberOption } from './command.ts';
import { seedOf } from './run.ts';
import { launcherOf, openSession, type Session } from './session.ts';
import { printVerdict, verdictOutputOptions } from './verdict.ts';

/** What `duet` and `compare` have in common: from two lists of sides to a verdict. */

export interface AskedPair {
  base: Arm;
  head: Arm;
}

const DEFAULT_SCENARIOS = ['json', 'menus'] as const;
const MEASURE_SECONDS = 1;
const WARMUP = { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 };
/** A runtime that compiles as it runs gets slices until its cost stays as it is. */
const COMPILING_WARMUP = { sliceSeconds: 1, minSlices: 3, maxSlices: 8, toleranceRatio: 0.03 };
const COMPILING = ['Java', 'Kotlin', 'JavaScript', 'C#', 'Ruby'];

const DUET_LOAD: LoadShape = { loader: 'wrk', connections: 16, connection: 'keep-alive' };
const CAPACITY_LOAD: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
const LATENCY_LOAD: LoadShape = {
  loader: 'oha',
  connections: 64,
  connection: 'keep-alive',
  rate: { perSecond: 1000 },
};

export const comparisonOptions: Record<string, OptionHelp> = {
  scenario: {
    type: 'string',
    multiple: true,
    value: '<id>',
    help: `which scenarios (may be repeated; default: ${DEFAULT_SCENARIOS.join(' and ')}, as far as both sides serve them)`,
  },
  'in-turn': {
    type: 'boolean',
    help: 'throughput and p99 too, from rounds that take turns: slower, with wider intervals',
  },
  rounds: {
    type: 'string',
    value: '<n>',
    help: `look once, after so many pairs, instead of after ${LOOKS.map(({ rounds }) => rounds).join(', ')}`,
  },
  seed: {
    type: 'string',
    value: '<n>',
    help: 'the seed of all orders and draws (default: from the clock; recorded)',
  },
  ...launcherOption,
  ...verdictOutputOptions,
};

export async function comparePairs(invocation: Invocation, pairs: readonly AskedPair[]): Promise<ExitCode> {
  const { repository, options, terminal } = invocation;
  const cells = plannedCells(
    pairs,
    askedScenarios(options.scenario as string[] | undefined),
    options['in-turn'] === true,
  );
  const kinds = databasesOf(cells.map(({ scenario }) => scenarioOf(scenario)));
  const session = await openSession(invocation, {
    launcher: launcherOf(options),
    tools: options['in-turn'] === true ? ['wrk', 'oha'] : ['wrk'],
    databases: kinds,
  });
  const allowed = allowedProcessors();
  try {
    requireTools(session, cells);
    requireDatabases(session);
    const sides = [];
    for (const { base, head } of pairs) {
      sides.push({ base: await prepareSide(session, base), head: await prepareSide(session, head) });
    }
    const compiling = pairs.some(({ head }) => COMPILING.includes(head.entry.target.manifest.language));
    const warmup = compiling ? COMPILING_WARMUP : WARMUP;
    const comparison = await beginComparison(session, invocation, sides, cells, warmup);
    const file = comparisonFile(repository, comparison);
    const save = (): void => writeComparison(file, comparison);
    save();
    if (session.processors.pinned) await pinSelf(session.processors.loader);
    try {
      await carryOutComparison({ bench: session, comparison, sides, save });
    } catch (error) {
      if (invocation.signal.aborted) {
        const path = shownPath(repository, file);
        terminal.note(`Kept in ${path}. Judge what there is with: npm run bench -- verdict ${path}`);
      }
      throw error;
    }
    printVerdict(invocation, verdictOf(comparison), shownPath(repository, file));
    return exitOf(comparison);
  } finally {
    if (session.processors.pinned) await pinSelf(allowed);
    await session.close();
  }
}

function exitOf(comparison: Comparison): ExitCode {
  const { counts } = verdictOf(comparison);
  const broken = comparison.cells.some(({ rounds }) => rounds.round.length === 0);
  return counts.regressed > 0 || broken ? exitCodes.failed : exitCodes.ok;
}

type Planned = Pick<ComparedCell, 'pair' | 'scenario' | 'scenarioVersion' | 'loadShape' | 'metric' | 'mode'>;

function plannedCells(
  pairs: readonly AskedPair[],
  asked: readonly Scenario[] | null,
  inTurn: boolean,
): Planned[] {
  const kinds: (readonly [MetricId, LoadShape, ComparedCell['mode']])[] = [
    ['cpuPerRequestNanoseconds', DUET_LOAD, 'together'],
    ...(inTurn
      ? ([
          ['throughputPerSecond', CAPACITY_LOAD, 'in-turn'],
          ['latencyP99Seconds', LATENCY_LOAD, 'in-turn'],
        ] as const)
      : []),
  ];
  return pairs.flatMap(({ base, head }, pair) => {
    const scenarios =
      asked ??
      commonScenarios(base, head).filter(({ id }) => (DEFAULT_SCENARIOS as readonly string[]).includes(id));
    return scenarios.flatMap((scenario) => {
      requireSameScenario(base, scenario);
      requireSameScenario(head, scenario);
      return kinds.map(([metric, loadShape, mode]) => ({
        pair,
        scenario: scenario.id,
        scenarioVersion: scenario.version,
        loadShape,
        metric,
        mode,
      }));
    });
  });
}

function askedScenarios(names: readonly string[] | undefined): Scenario[] | null {
  if (names === undefined) return null;
  return names.map((name) => {
    const id = scenarioIds.find((candidate) => candidate === name);
    if (id) return scenarioOf(id);
    throw new PitwallError({
      what: 'There is no such scenario',
      where: `--scenario ${name}`,
      expected: nearest(name, scenarioIds)[0] ?? `one of ${scenarioIds.join(', ')}`,
      seen: name,
      next: 'npm run bench -- list --json shows them',
      exitCode: exitCodes.usage,
    });
  });
}

function databasesOf(scenarios: readonly Scenario[]): DatabaseKind[] {
  return databaseKinds.filter((kind) => scenarios.some(({ database }) => database === kind));
}

function requireTools(session: Session, cells: readonly Planned[]): void {
  const lacking = cells.find(({ loadShape }) => !session.loaders[loadShape.loader]);
  if (!lacking) return;
  const [missing] = session.missingTools;
  throw new PitwallError({
    what: 'The loader of the comparison is not to be had',
    where: 'PATH and .cache/tools/bin',
    expected: lacking.loadShape.loader,
    seen: missing?.costs ? `none: ${missing.costs}` : 'none',
    next: missing?.next ?? 'npm run bench -- doctor',
    exitCode: exitCodes.missing,
  });
}

function requireDatabases({ missingDatabases: [missing] }: Session): void {
  if (missing) throw missing.error;
}

async function beginComparison(
  session: Session,
  { options }: Invocation,
  sides: readonly { base: Parameters<typeof describeArm>[0]; head: Parameters<typeof describeArm>[0] }[],
  planned: readonly Planned[],
  warmup: typeof WARMUP,
): Promise<Comparison> {
  const startedAt = new Date();
  const { commit, modified } = await revisionOf(session.repository.root, '.');
  const rounds = wholeNumberOption(options, 'rounds', 2, 1_000);
  const errorRate = LOOKS.reduce((sum, look) => sum + look.errorRate, 0);
  const { processors } = session;
  return {
    schemaVersion: COMPARISON_SCHEMA_VERSION,
    id: runIdOf(startedAt, commit),
    machine: session.machine.id,
    startedAt: startedAt.toISOString(),
    finishedAt: null,
    commit,
    modified,
    launcher: session.launcher.name as LauncherName,
    seed: seedOf(options),
    processors: {
      server: [...processors.server],
      database: [...processors.database],
      loader: [...processors.loader],
      pinned: processors.pinned,
    },
    tools: [
      ...Object.entries(session.loaders).map(([name, { version }]) => ({ name, version })),
      { name: 'node', version: process.versions.node },
    ],
    databases: Object.values(session.databases).map(({ kind, provider, product, version }) => ({
      kind,
      provider,
      product,
      version,
    })),
    method: {
      looks: rounds === undefined ? [...LOOKS] : [{ rounds, errorRate }],
      minimumEffects: MINIMUM_EFFECTS,
      measureSeconds: MEASURE_SECONDS,
      warmup,
    },
    pairs: sides.map(({ base, head }) => ({ base: describeArm(base), head: describeArm(head) })),
    cells: planned.map((cell) => ({
      ...cell,
      rounds: {
        round: [],
        startedSeconds: [],
        first: [],
        base: [],
        head: [],
        baseRequests: [],
        headRequests: [],
        stolenRatio: [],
        again: [],
      },
      failures: [],
    })),
  };
}
