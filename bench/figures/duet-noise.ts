/**
 * Compares settings that may make a duet less noisy, with the same server against itself. The settings
 * alternate, so that a drift of the machine favours none: length of load and warm-up, connections, size of
 * the environment (it moves the stack), and containers with `--launcher compose`. Each setting is judged by
 * the error that a second of measuring leaves: the deviation of the ratio times the square root of a pair's
 * seconds.
 *
 *   npm run figure -- duet-noise [-- --pairs 30 --launcher process go/gin:raw rust/axum]
 */
import { parseArgs } from 'node:util';
import { readTargets, selectVariants, type TargetVariant } from '../src/catalog/targets.ts';
import { launcherOf, openSession } from '../src/commands/measuring/session.ts';
import { whileMeasuring } from '../src/measure/bench.ts';
import { type DuetSide, measureDuet } from '../src/measure/duet/measure-duet.ts';
import { prepareSide } from '../src/measure/duet/prepare-side.ts';
import { scenarioOf } from '../src/model/index.ts';
import { stopAllTrees } from '../src/process/tree/running-trees.ts';
import { mean, median, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';
import { invocationOf, percent } from './support/script.ts';

interface Setting {
  name: string;
  measureSeconds: number;
  warmupSeconds: number;
  connections: number;
  /** Maximum bytes that each side's environment grows by, drawn anew each time. */
  paddingBytes: number;
}

const SHORT = { measureSeconds: 0.5, warmupSeconds: 0.25, connections: 16, paddingBytes: 0 };
const settings: readonly Setting[] = [
  { ...SHORT, name: '0.5 s after 0.25 s, 16 connections' },
  { ...SHORT, name: '0.25 s after 0.25 s', measureSeconds: 0.25 },
  { ...SHORT, name: '1 s after 1 s', measureSeconds: 1, warmupSeconds: 1 },
  { ...SHORT, name: '3 s after 1 s', measureSeconds: 3, warmupSeconds: 1 },
  { ...SHORT, name: '4 connections', connections: 4 },
  { ...SHORT, name: '64 connections', connections: 64 },
  { ...SHORT, name: 'environment of a random size', paddingBytes: 4_096 },
];

const { values, positionals } = parseArgs({
  options: { pairs: { type: 'string', default: '30' }, launcher: { type: 'string', default: 'process' } },
  allowPositionals: true,
});
const pairs = Number(values.pairs);
if (!Number.isInteger(pairs) || pairs < 3) {
  console.error('--pairs takes a whole number of 3 or more');
  process.exit(2);
}
const names = positionals.length > 0 ? positionals : ['go/gin:raw', 'rust/axum'];
const random = seededRandom(1);

const invocation = invocationOf(names, { launcher: values.launcher });
const session = await openSession(invocation, {
  launcher: launcherOf(invocation.options),
  tools: ['wrk'],
  databases: [],
});

/** Returns the half-width of the 95 % interval of a standard deviation, as a share of it. */
const ofDeviation = (count: number): number => 1.96 / Math.sqrt(2 * (count - 1));

interface Measured {
  logs: number[];
  seconds: number[];
  /** Logarithms of the ratio of the side started first to the side started second. */
  orderLogs: number[];
}

try {
  for (const targetVariant of selectVariants(readTargets(repository), names)) {
    const side = await prepareSide(session, {
      label: targetVariant.name,
      targetVariant,
      revision: null,
      pinned: [],
    });
    const measured = new Map<Setting, Measured>();
    for (const setting of settings) measured.set(setting, { logs: [], seconds: [], orderLogs: [] });
    await whileMeasuring(session, async () => {
      for (let pair = 0; pair < pairs; pair++) {
        for (const setting of random.shuffled(settings))
          await measurePair(side, setting, measured.get(setting));
        process.stderr.write('.');
      }
    });
    process.stderr.write('\n');
    print(targetVariant, measured);
  }
} finally {
  await session.close();
  stopAllTrees();
}

async function measurePair(side: DuetSide, setting: Setting, into: Measured | undefined): Promise<void> {
  const first = random.next() < 0.5 ? 'base' : 'head';
  const started = performance.now();
  const duet = await measureDuet(session, {
    sides: { base: padded(side, setting), head: padded(side, setting) },
    scenario: scenarioOf('json'),
    shape: { loader: 'wrk', connections: setting.connections, connection: 'keep-alive' },
    measureSeconds: setting.measureSeconds,
    warmup: { sliceSeconds: setting.warmupSeconds, minSlices: 1, maxSlices: 1, toleranceRatio: 0.05 },
    first,
    seed: random.below(2 ** 31),
  });
  const log = Math.log(duet.sides.head.cpuPerRequestNanoseconds / duet.sides.base.cpuPerRequestNanoseconds);
  into?.logs.push(log);
  into?.orderLogs.push(first === 'head' ? log : -log);
  into?.seconds.push((performance.now() - started) / 1_000);
}

function padded(side: DuetSide, { paddingBytes }: Setting): DuetSide {
  const { variant } = side.spec.targetVariant;
  const environment = { ...variant.environment, PITWALL_PADDING: 'x'.repeat(random.below(paddingBytes + 1)) };
  const targetVariant = { ...side.spec.targetVariant, variant: { ...variant, environment } };
  return { ...side, spec: { ...side.spec, targetVariant } };
}

function print(targetVariant: TargetVariant, measured: ReadonlyMap<Setting, Measured>): void {
  const right = 'right' as const;
  const rows = [...measured].map(([setting, { logs, seconds, orderLogs }]) => {
    const deviation = standardDeviation(logs);
    const each = median(seconds);
    // A deviation that ignores a few outliers.
    const robust = 1.4826 * median(logs.map(Math.abs));
    return [
      setting.name,
      percent(deviation, 2),
      percent(robust, 2),
      `${each.toFixed(2)} s`,
      percent(deviation * Math.sqrt(each), 2),
      `${percent(mean(orderLogs), 2)} ± ${percent((2 * standardDeviation(orderLogs)) / Math.sqrt(orderLogs.length), 2)}`,
    ];
  });
  console.log(
    `${targetVariant.name} against itself, ${pairs} pairs each (deviations ± ${percent(ofDeviation(pairs), 0)} of themselves)`,
  );
  console.log(
    table(
      [
        { title: 'setting' },
        { title: 'deviation', align: right },
        { title: 'without outliers', align: right },
        { title: 'time per pair', align: right },
        { title: 'error of 1 s', align: right },
        { title: 'first ÷ second', align: right },
      ],
      rows,
    ),
  );
}
