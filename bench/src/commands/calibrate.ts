import { join } from 'node:path';
import { measureKnownLatency } from '../measure/calibration/latency.ts';
import {
  type CalibrationServer,
  calibrationArm,
  calibrationServers,
  SLOWDOWNS,
} from '../measure/calibration/servers.ts';
import { measurePairs, type Sides } from '../measure/duet/comparison.ts';
import { beginComparison, DUET_LOAD, ERROR_RATE, type PlannedPairCell } from '../measure/duet/plan.ts';
import { prepareSide } from '../measure/duet/prepare.ts';
import { duetRound } from '../measure/duet/round.ts';
import { CALIBRATION_SCHEMA_VERSION, type Calibration, type Comparison, scenarioOf } from '../model/index.ts';
import { formatResult, shownPath } from '../results/run-store.ts';
import { pinSelf } from '../util/affinity.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { allowedProcessors } from '../util/machine.ts';
import { type Command, wholeNumberOption } from './command.ts';
import { seedOf } from './run.ts';
import { openSession, type Session } from './session.ts';

const DEFAULT_ROUNDS = 60;
const LATENCY_RATES = [500, 1_000, 2_000];

export const calibrate: Command = {
  name: 'calibrate',
  summary:
    'measure how well this machine can measure: pairs that are the same, known slowdowns, known latencies',
  takes: '[server …]',
  details: [
    `Servers: ${calibrationServers.map(({ name }) => name).join(', ')}; none means all. Each is compared with itself,`,
    `and with itself taking ${SLOWDOWNS.map((share) => `${share * 100} %`).join(', ')} longer where that can be done.`,
    'Writes results/calibrations/<machine>.json, which `npm run figure -- duet-errors` reads.',
  ].join('\n'),
  options: {
    rounds: { type: 'string', value: '<n>', help: `pairs of each kind (default: ${DEFAULT_ROUNDS})` },
    seed: {
      type: 'string',
      value: '<n>',
      help: 'the seed of all orders and draws (default: from the clock; recorded)',
    },
  },
  async run(invocation) {
    const { repository, options, terminal, arguments: names } = invocation;
    const rounds = wholeNumberOption(options, 'rounds', 2, 10_000) ?? DEFAULT_ROUNDS;
    const servers = names.length === 0 ? calibrationServers : names.map(knownServer);
    const session = await openSession(invocation, {
      launcher: 'process',
      tools: ['wrk', 'oha'],
      databases: [],
    });
    const allowed = allowedProcessors();
    const file = join(repository.results, 'calibrations', `${session.machine.id}.json`);
    const calibration: Calibration = {
      schemaVersion: CALIBRATION_SCHEMA_VERSION,
      comparisons: [],
      latency: [],
    };
    const save = (): void => writeFileAtomic(file, formatResult(calibration));
    try {
      requireWrk(session);
      if (session.processors.pinned) await pinSelf(session.processors.loader);
      for (const server of servers) {
        const comparison = await plan(session, server, rounds, seedOf(options));
        calibration.comparisons.push(comparison.comparison);
        const work = { bench: session, ...comparison, save };
        await measurePairs(
          work,
          comparison.comparison.cells,
          rounds,
          server.name,
          () => performance.now() / 1_000,
        );
        comparison.comparison.finishedAt = new Date().toISOString();
        save();
      }
      if (session.loaders.oha && servers.some(({ name }) => name === STALLING)) {
        const side = await prepareSide(session, calibrationArm(repository, STALLING, null));
        for (const rate of LATENCY_RATES) {
          session.tell({ kind: 'step', text: `known latency at ${rate} requests/s` });
          calibration.latency.push(await measureKnownLatency(session, side, rate));
          save();
        }
      }
      terminal.print(`Calibrated: ${shownPath(repository, file)}`);
      terminal.note('See it with: npm run figure -- duet-errors');
      return exitCodes.ok;
    } finally {
      if (session.processors.pinned) await pinSelf(allowed);
      await session.close();
    }
  },
};

/** Reads CALIBRATION_STALL_…. */
const STALLING = 'c/epoll';

/** A server against itself, and against itself made slower by what its own cost says is so many per cent. */
async function plan(
  session: Session,
  server: CalibrationServer,
  rounds: number,
  seed: number,
): Promise<{ comparison: Comparison; sides: Sides[] }> {
  const { repository } = session;
  const base = await prepareSide(session, calibrationArm(repository, server.name, null));
  const cost = server.burns ? await costOf(session, { base, head: base }) : 0;
  const burns = server.burns ? SLOWDOWNS.map((share) => Math.round(share * cost)) : [];
  const heads = burns.map((burn) => ({
    arm: calibrationArm(repository, server.name, burn),
    built: base.built,
  }));
  const sides: Sides[] = [{ base, head: base }, ...heads.map((head) => ({ base, head }))];
  const scenario = scenarioOf('json');
  const cells = sides.map(
    (_, pair): PlannedPairCell => ({
      pair,
      scenario: scenario.id,
      scenarioVersion: scenario.version,
      loadShape: DUET_LOAD,
      metric: 'cpuPerRequestNanoseconds',
      mode: 'together',
    }),
  );
  const comparison = await beginComparison(session, {
    machine: session.machine.id,
    sides,
    cells,
    seed,
    looks: [{ rounds, errorRate: ERROR_RATE }],
  });
  return { comparison, sides };
}

/** Processor time of a request, in nanoseconds, from one pair. */
async function costOf(session: Session, sides: Sides): Promise<number> {
  const round = await duetRound(session, {
    sides,
    scenario: scenarioOf('json'),
    shape: DUET_LOAD,
    measureSeconds: 1,
    warmup: { sliceSeconds: 1, minSlices: 2, maxSlices: 2, toleranceRatio: 0.05 },
    first: 'base',
    seed: 1,
  });
  return round.sides.base.cpuPerRequestNanoseconds;
}

function knownServer(name: string): CalibrationServer {
  const known = calibrationServers.find((server) => server.name === name);
  if (known) return known;
  throw new PitwallError({
    what: 'There is no such calibration server',
    where: `argument ${name}`,
    expected: `one of ${calibrationServers.map((server) => server.name).join(', ')}`,
    seen: name,
    next: 'npm run bench -- calibrate --help',
    exitCode: exitCodes.usage,
  });
}

function requireWrk(session: Session): void {
  if (session.loaders.wrk) return;
  const [missing] = session.missingTools;
  throw new PitwallError({
    what: 'Nothing can be calibrated without wrk',
    where: 'PATH and .cache/tools/bin',
    expected: 'wrk 4',
    seen: 'none',
    next: missing?.next ?? 'npm run bench -- doctor',
    exitCode: exitCodes.missing,
  });
}
