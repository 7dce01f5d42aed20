/**
 * Shows how often a count of instructions per request is wrong. Counts one build again and again, and draws
 * pairs of counts: unchanged (false alarms), and with one side enlarged by a known share (found or not).
 *
 *   npm run figure -- instruction-errors [-- --counts 30 c/epoll rust/axum]
 */
import { parseArgs } from 'node:util';
import { readTargets, selectVariants, type TargetVariant } from '../src/catalog/targets.ts';
import { openSession } from '../src/commands/measuring/session.ts';
import { type ComparedCounts, compareCounts } from '../src/measure/instructions/compare-counts.ts';
import { countBoth, countingLauncher, countsFor, valgrindPath } from '../src/measure/instructions/count.ts';
import { buildForCounting } from '../src/measure/instructions/under-valgrind.ts';
import { buildTarget } from '../src/measure/prepare.ts';
import { scenarioOf } from '../src/model/index.ts';
import { stopAllTrees } from '../src/process/tree/running-trees.ts';
import { mean, median, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';
import { invocationOf, percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: { counts: { type: 'string', default: '30' }, draws: { type: 'string', default: '10000' } },
  allowPositionals: true,
});
const [counts, draws] = [Number(values.counts), Number(values.draws)];
if (![counts, draws].every((value) => Number.isInteger(value) && value >= 2)) {
  console.error(`--counts and --draws take whole numbers of 2 or more`);
  process.exit(2);
}
const valgrind = valgrindPath();
if (valgrind === null) {
  console.error('valgrind is missing: apt-get install valgrind');
  process.exit(3);
}
const names =
  positionals.length > 0 ? positionals : ['c/epoll', 'rust/axum', 'javascript/node-http', 'go/gin:raw'];
const LONGER = [0.002, 0.02];
const random = seededRandom(1);
const session = await openSession(invocationOf(names), { launcher: 'process', tools: [], databases: [] });
const launcher = countingLauncher(session);

const countsOf = (targetVariant: TargetVariant): number => countsFor([targetVariant]);

interface Counted {
  targetVariant: TargetVariant;
  found: number[];
  /** Seconds to count each side once. */
  secondsOfIteration: number;
}

async function countAgainAndAgain(targetVariant: TargetVariant): Promise<Counted> {
  const outcome = await buildTarget(session, buildForCounting(targetVariant));
  if ('leftOut' in outcome) throw outcome.error ?? new Error(outcome.leftOut.reason);
  const found: number[] = [];
  const seconds: number[] = [];
  const side = { targetVariant, built: outcome.built };
  const counting = {
    launcher,
    valgrind: valgrind as string,
    scenario: scenarioOf('json'),
    seed: 1,
  };
  for (let count = 0; count < counts; count += 2) {
    const started = performance.now();
    found.push(...(await countBoth(session, counting, [side, side])));
    seconds.push((performance.now() - started) / 1_000);
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  return { targetVariant, found, secondsOfIteration: median(seconds) };
}

/** Returns the share of drawn pairs whose verdict is `more` when one side is longer by the given share. */
function saidToBeMore({ targetVariant, found }: Counted, longer: number): number {
  const counts = countsOf(targetVariant);
  const side = (factor: number): number[] =>
    Array.from({ length: counts }, () => (found[random.below(found.length)] as number) * (1 + factor));
  const said = Array.from({ length: draws }, () => compareCounts(side(0), side(longer)).verdict);
  return said.filter((verdict) => (longer === 0 ? isAlarm(verdict) : verdict === 'more')).length / draws;
}

function isAlarm(verdict: ComparedCounts['verdict']): boolean {
  return verdict === 'more' || verdict === 'fewer';
}

/** Compares the counts in the order recorded, each in one pair only. */
function recordedAlarms({ targetVariant, found }: Counted): string {
  const size = 2 * countsOf(targetVariant);
  const pairs = Math.floor(found.length / size);
  const alarms = Array.from({ length: pairs }, (_, pair) => {
    const own = found.slice(pair * size, (pair + 1) * size);
    const [base, head] = [0, 1].map((side) => own.filter((_, index) => index % 2 === side));
    return compareCounts(base ?? [], head ?? []).verdict;
  }).filter(isAlarm).length;
  return `${alarms} of ${pairs}`;
}

try {
  const rows: string[][] = [];
  for (const targetVariant of selectVariants(readTargets(repository), names)) {
    const counted = await countAgainAndAgain(targetVariant);
    const { found, secondsOfIteration } = counted;
    rows.push([
      targetVariant.name,
      Math.round(mean(found)).toLocaleString('en'),
      String(found.length),
      percent(standardDeviation(found) / mean(found), 4),
      `${(secondsOfIteration * countsOf(targetVariant)).toFixed(0)} s`,
      recordedAlarms(counted),
      percent(saidToBeMore(counted, 0), 2),
      ...LONGER.map((longer) => percent(saidToBeMore(counted, longer))),
    ]);
  }
  console.log(
    table(
      [
        { title: 'target' },
        ...[
          'instructions per request',
          'counts',
          'deviation',
          'time per pair',
          'recorded pairs, alarms',
          `${draws.toLocaleString('en')} drawn, alarms`,
          ...LONGER.map((longer) => `${percent(longer)} longer, found`),
        ].map((title) => ({ title, align: 'right' as const })),
      ],
      rows,
    ),
  );
} finally {
  await launcher.close();
  await session.close();
  stopAllTrees();
}
