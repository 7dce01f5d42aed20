import { whileMeasuring } from '../../measure/bench.ts';
import { measureKnownLatency } from '../../measure/calibration/latency.ts';
import { planCalibration } from '../../measure/calibration/planned-pairs.ts';
import {
  burnedIterations,
  type CalibrationServer,
  calibrationServers,
  calibrationSide,
  SLOWDOWNS,
} from '../../measure/calibration/servers.ts';
import { DUET_LOAD } from '../../measure/duet/comparison-plan.ts';
import { type ComparisonWork, measurePairs } from '../../measure/duet/measure-pairs.ts';
import { prepareSide } from '../../measure/duet/prepare-side.ts';
import { calibrationFile, emptyCalibration, readCalibration } from '../../results/calibration-store.ts';
import { formatResult } from '../../results/format-result.ts';
import { shownPath } from '../../results/run-store.ts';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { nowSince } from '../../util/clock.ts';
import { exitCodes } from '../../util/errors.ts';
import { invalidValue, unknownName } from '../../util/usage-errors.ts';
import { type Command, type OptionValues, seedOf, seedOption, wholeNumberOption } from '../command.ts';
import { type FoundTools, openSession, requireTool } from './session.ts';
import { warmupChoiceOf, warmupOption } from './warmup-option.ts';

const DEFAULT_PAIRS = 60;
/** Pairs measured in turn are slow, and only serve to show what a duet gains. */
const MOST_IN_TURN = 30;
const LATENCY_RATES = [500, 1_000, 2_000];

export const calibrate: Command = {
  name: 'calibrate',
  summary: 'measure how well this machine can measure: identical pairs, known slowdowns, known latencies',
  takes: '[server...]',
  details: [
    `Servers: ${calibrationServers.map(({ name }) => name).join(', ')}; default: all, and latencies too. Each is`,
    'compared with itself and, if possible, with itself slowed down by a known share. Adds to',
    'results/calibrations/<machine>.json, which `npm run figure -- duet-errors` reads.',
  ].join(' '),
  options: {
    pairs: { type: 'string', value: '<n>', help: `pairs of each kind (default: ${DEFAULT_PAIRS})` },
    slowdowns: {
      type: 'string',
      value: '<list>',
      help: `slowdowns to add, in per cent (default: ${SLOWDOWNS.map((share) => share * 100).join(',')}; 0 for none)`,
    },
    'in-turn': {
      type: 'boolean',
      help: `also measure throughput, one side at a time, up to ${MOST_IN_TURN} pairs per server`,
    },
    latency: { type: 'boolean', help: 'measure known latencies even if servers are named' },
    ...warmupOption,
    fresh: { type: 'boolean', help: 'replace the file instead of adding to it' },
    ...seedOption,
  },
  async run(invocation) {
    const { repository, options, terminal, arguments: names } = invocation;
    const pairs = wholeNumberOption(options, 'pairs', 2, 10_000) ?? DEFAULT_PAIRS;
    const slowdowns = slowdownsOf(options);
    const warmup = warmupChoiceOf(options);
    const servers =
      names.length === 0 && options.latency !== true ? calibrationServers : names.map(knownServer);
    const latency = options.latency === true || names.length === 0;
    const session = await openSession(invocation, {
      launcher: 'process',
      tools: latency ? ['wrk', 'oha'] : ['wrk'],
      databases: [],
    });
    const file = calibrationFile(repository, session.machine.id);
    const calibration = options.fresh === true ? emptyCalibration() : readCalibration(file);
    const save = (): void => writeFileAtomic(file, formatResult(calibration));
    try {
      requireLoaders(session, options.latency === true);
      for (const server of servers) {
        const planned = await planCalibration(session, server, {
          slowdowns,
          inTurn: options['in-turn'] === true,
          seed: seedOf(options),
          pairs,
          ...(warmup && { warmup }),
        });
        const { comparison } = planned;
        calibration.comparisons.push(comparison);
        const started = performance.now();
        const elapsed = (): number => (performance.now() - started) / 1_000;
        const work: ComparisonWork = {
          bench: session,
          ...planned,
          save,
          meter: burnedIterations,
          onMetered(cell, mean) {
            const into = comparison.cells.find((candidate) => candidate === cell);
            if (!into) return;
            into.burned ??= { base: [], head: [] };
            into.burned.base.push(mean.base);
            into.burned.head.push(mean.head);
          },
        };
        const together = comparison.cells.filter(({ mode }) => mode === 'together');
        const inTurn = comparison.cells.filter(({ mode }) => mode === 'in-turn');
        const fewer = Math.min(pairs, MOST_IN_TURN);
        await whileMeasuring(session, async () => {
          await measurePairs(work, { cells: together, wanted: pairs, stage: server.name }, elapsed);
          const stage = `${server.name}, in turn`;
          await measurePairs(work, { cells: inTurn, wanted: fewer, stage }, elapsed);
        });
        comparison.finishedAt = nowSince(comparison.startedAt);
        save();
      }
      if (session.loaders.oha && latency) {
        const side = await prepareSide(session, calibrationSide(repository, STALLING, null));
        calibration.latency = [];
        for (const rate of LATENCY_RATES) {
          session.report({ kind: 'step', text: `known latency at ${rate} requests/s` });
          const known = await whileMeasuring(session, () => measureKnownLatency(session, side, rate));
          calibration.latency.push(known);
          save();
        }
      }
      terminal.print(`Calibrated: ${shownPath(repository, file)}`);
      terminal.note('Show it with: npm run figure -- duet-errors');
      return exitCodes.ok;
    } finally {
      await session.close();
    }
  },
};

/** Throws a PitwallError if a loader is missing that the requested measurements need. */
export function requireLoaders(session: FoundTools, asksForLatency: boolean): void {
  requireTool(session, DUET_LOAD.loader, 'calibration');
  if (asksForLatency) requireTool(session, 'oha', 'known latencies');
}

function slowdownsOf({ slowdowns }: OptionValues): number[] {
  if (slowdowns === undefined) return [...SLOWDOWNS];
  const shares = String(slowdowns)
    .split(',')
    // Number() reads an empty word as 0.
    .map((word) => (word.trim() === '' ? Number.NaN : Number(word) / 100));
  if (shares.every((share) => share >= 0 && share <= 10)) return shares.filter((share) => share > 0);
  throw invalidValue('--slowdowns', slowdowns, 'numbers from 0 to 1000, separated by commas: 1,2,5');
}

/** The server that reads CALIBRATION_STALL_…. */
const STALLING = 'c/epoll';

function knownServer(name: string): CalibrationServer {
  const known = calibrationServers.find((server) => server.name === name);
  if (known) return known;
  throw unknownName(
    'calibration server',
    name,
    calibrationServers.map((server) => server.name),
    {
      next: 'npm run bench -- calibrate --help',
    },
  );
}
