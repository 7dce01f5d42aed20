import { resolve } from 'node:path';
import { verdictOf } from '../../analysis/verdict.ts';
import { loadersOf } from '../../load/loaders.ts';
import { whileMeasuring } from '../../measure/bench.ts';
import { CANARY_LOAD, openCanary } from '../../measure/canary.ts';
import { type ComparablePair, DEFAULT_SCENARIOS } from '../../measure/duet/comparable.ts';
import { beginComparison, DUET_LOAD, type PlannedPairCell } from '../../measure/duet/comparison-plan.ts';
import { carryOutComparison, type Sides } from '../../measure/duet/measure-pairs.ts';
import { prepareSide, requireSameScenario } from '../../measure/duet/prepare-side.ts';
import {
  canSeparate,
  type SideBenches,
  separateSides,
  sharedBench,
} from '../../measure/duet/separate-sides.ts';
import {
  COMPARISON_ERROR_RATE,
  type ComparedCell,
  type DatabaseKind,
  databaseKinds,
  LOOKS,
  type LoadShape,
  type MetricId,
  MOST_ASKED_PAIRS,
  type Scenario,
  scenarioOf,
} from '../../model/index.ts';
import { comparisonFile, writeComparison } from '../../results/comparison-store.ts';
import { shownPath } from '../../results/run-store.ts';
import { type ExitCode, exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import {
  type CommandContext,
  launcherOption,
  type OptionHelp,
  type OptionValues,
  seedOf,
  seedOption,
  wholeNumberOption,
} from '../command.ts';
import { launcherOf, openSession, requireAllDatabases, requireTool } from '../measuring/session.ts';
import { warmupChoiceOf, warmupOption } from '../measuring/warmup-option.ts';
import { exitOf, printVerdict, verdictOutputOptions } from './verdict.ts';

/** Shared by `duet` and `compare`: from two lists of sides to a verdict. */

const CAPACITY_LOAD: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
/** Long enough for the samples that a p99 needs, less those that open the connections. */
export const LATENCY_LOAD: LoadShape = {
  loader: 'oha',
  connections: 64,
  connection: 'keep-alive',
  rate: { perSecond: 1000 },
  seconds: 2,
};

const looksText = (looks: readonly { rounds: number }[]): string =>
  looks.map(({ rounds }) => rounds).join(', ');

export const comparisonOptions: Record<string, OptionHelp> = {
  scenario: {
    type: 'string',
    multiple: true,
    value: '<id>',
    help: `scenario to compare (may be repeated; default: ${DEFAULT_SCENARIOS.join(' and ')}, if both sides serve them)`,
  },
  'in-turn': {
    type: 'boolean',
    help: 'also compare throughput and p99, one side at a time: slower, with wider intervals',
  },
  pairs: {
    type: 'string',
    value: '<n>',
    help: `judge once, after this many pairs, instead of after ${looksText(LOOKS.short)} (${looksText(LOOKS.long)} if pairs are long, ${looksText(LOOKS.steady)} after a warm-up to the steady state)`,
  },
  minutes: {
    type: 'string',
    value: '<n>',
    help: 'stop after this many minutes, builds included; exit code 1 if something is left to measure',
  },
  ...warmupOption,
  ...seedOption,
  output: {
    type: 'string',
    value: '<file>',
    help: 'where to save the comparison (default: below results/comparisons)',
  },
  ...launcherOption,
  ...verdictOutputOptions,
};

export async function comparePairs(
  context: CommandContext,
  options: OptionValues,
  pairs: readonly ComparablePair[],
): Promise<ExitCode> {
  const { repository, terminal, environment, signal } = context;
  const deadline = deadlineOf(options);
  const count = wholeNumberOption(options, 'pairs', 2, MOST_ASKED_PAIRS);
  const seed = seedOf(options);
  const warmup = warmupChoiceOf(options);
  const cells = plannedCells(pairs, options['in-turn'] === true);
  const kinds = databasesOf(cells.map(({ scenario }) => scenarioOf(scenario)));
  const launcher = launcherOf(options);
  const separate = canSeparate(launcher, environment);
  const session = await openSession(context, {
    launcher,
    tools: loadersOf([CANARY_LOAD, ...cells.map(({ loadShape }) => loadShape)]),
    databases: separate ? [] : kinds,
  });
  let benches: SideBenches | null = null;
  try {
    for (const { loadShape } of cells) requireTool(session, loadShape.loader, 'comparison');
    requireAllDatabases(session);
    benches = separate ? await separateSides(session, kinds) : sharedBench(session);
    const sides: Sides[] = [];
    for (const { base, head } of pairs) {
      requireTime(deadline);
      sides.push({
        base: await prepareSide(benches.base, base),
        head: await prepareSide(benches.head, head),
      });
    }
    const canary = await openCanary(session);
    const comparison = await beginComparison(benches.base, {
      machine: session.machine.id,
      sides,
      cells,
      seed,
      ...(warmup && { warmup }),
      ...(count === undefined ? {} : { looks: [{ rounds: count, errorRate: COMPARISON_ERROR_RATE }] }),
    });
    const file =
      options.output === undefined ? comparisonFile(repository, comparison) : resolve(String(options.output));
    const save = (): void => writeComparison(file, comparison);
    save();
    try {
      await whileMeasuring(session, () =>
        carryOutComparison({ bench: session, comparison, sides, canary, save, deadline }),
      );
    } catch (error) {
      if (signal.aborted) {
        const path = shownPath(repository, file);
        terminal.note(`Saved in ${path}. Judge what was measured with: npm run bench -- verdict ${path}`);
      }
      throw error;
    }
    if (comparison.finishedAt === null)
      terminal.note(
        `Stopped after ${String(options.minutes)} minutes, before all that was planned was measured`,
      );
    printVerdict(terminal, options, verdictOf(comparison), shownPath(repository, file));
    // Measuring all of it again would be no way to see it.
    terminal.sayLeftOut('npm run bench -- verdict <file> --json');
    return exitOf(comparison);
  } finally {
    await benches?.close().catch(() => {});
    await session.close();
  }
}

/** Returns when to stop, on the clock of `performance.now()`, in milliseconds. */
function deadlineOf(options: OptionValues): number {
  const minutes = wholeNumberOption(options, 'minutes', 1, 1_440);
  return minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
}

function requireTime(deadline: number): void {
  if (performance.now() < deadline) return;
  throw new PitwallError({
    what: 'Building took all the time of the comparison',
    where: '--minutes',
    expected: 'both sides built and verified with time left to measure',
    seen: 'none left',
    next: 'Allow more minutes, or compare fewer targets at once',
    exitCode: exitCodes.failed,
  });
}

function plannedCells(pairs: readonly ComparablePair[], inTurn: boolean): PlannedPairCell[] {
  const kinds: (readonly [MetricId, LoadShape, ComparedCell['mode']])[] = [
    ['cpuPerRequestNanoseconds', DUET_LOAD, 'together'],
    ...(inTurn
      ? ([
          ['throughputPerSecond', CAPACITY_LOAD, 'in-turn'],
          ['latencyP99Seconds', LATENCY_LOAD, 'in-turn'],
        ] as const)
      : []),
  ];
  const cells = pairs.flatMap(({ base, head, scenarios }, pair) =>
    scenarios.flatMap((scenario) => {
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
    }),
  );
  if (cells.length > 0) return cells;
  throw usageError({
    what: 'The two sides cannot be compared',
    where: pairs.map(({ base, head }) => `${base.label} and ${head.label}`).join(', '),
    expected: 'a scenario that both serve',
    seen: 'none',
    next: 'Show what a target serves with: npm run bench -- list --json',
  });
}

function databasesOf(scenarios: readonly Scenario[]): DatabaseKind[] {
  return databaseKinds.filter((kind) => scenarios.some(({ database }) => database === kind));
}
