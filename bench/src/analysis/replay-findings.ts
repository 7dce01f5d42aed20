import { type PublishedRow, type PublishedStudy, type ReplayFinding, settingsOf } from '../model/index.ts';
import { median, sizeOfRatio } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';

/**
 * Finds what is wrong with a published study, as far as its own numbers show: every finding follows from the
 * figures in `results/published`.
 */

/** Ratio from which a difference between rounds of one row, or between two days of one test, is reported. */
const NOTABLE_RATIO = 1.1;
/** Printed figures are rounded, so only a ratio above this is a contradiction. */
const ROUNDED_RATIO = 1.05;

export function findingsOf(study: PublishedStudy, testSeconds: number | null): ReplayFinding[] {
  return [
    ...winnersByReduction(study),
    ...anotherDay(study),
    ...spreadOfRounds(study),
    ...throughputAboveTotals(study),
    ...meanLatencyImpossible(study),
    ...(testSeconds === null ? [] : slowerThanTheTest(study, testSeconds)),
    ...errorsInARow(study),
    ...notAllCompared(study),
    ...oneRound(study),
  ];
}

/**
 * Applies only if the study reduced rounds by something other than their median, and the rounds are known.
 */
function winnersByReduction(study: PublishedStudy): ReplayFinding[] {
  return settingsOf(study).flatMap((rows): ReplayFinding[] => {
    const known = rows.flatMap(({ system, throughputRoundsPerSecond: rounds, throughputPerSecond }) =>
      rounds ? [{ system, rounds, published: throughputPerSecond, median: median(rounds) }] : [],
    );
    const scenario = rows[0]?.scenario;
    if (scenario === undefined || known.length < rows.length || known.length < 2) return [];
    const asPublished = leader(known.map((row) => ({ ...row, perSecond: row.published })));
    const byMedian = leader(known.map((row) => ({ ...row, perSecond: row.median })));
    return asPublished.system === byMedian.system
      ? []
      : [{ kind: 'winner-by-reduction', scenario, asPublished, byMedian }];
  });
}

function leader(rows: readonly { system: string; perSecond: number; rounds: number[] }[]) {
  const [first, second] = [...rows].sort((a, b) => b.perSecond - a.perSecond);
  if (!first || !second) throw new RangeError('a lead needs two rows');
  const { system, perSecond, rounds } = first;
  return { system, perSecond, leadRatio: significant(perSecond / second.perSecond), rounds };
}

function anotherDay(study: PublishedStudy): ReplayFinding[] {
  const rows = study.rows.flatMap(({ system, scenario, throughputRoundsPerSecond: published, otherRuns }) =>
    published === undefined
      ? []
      : (otherRuns ?? []).map(({ date, throughputRoundsPerSecond: other }) => ({
          system,
          scenario,
          date,
          published,
          other,
          ratio: significant(median(other) / median(published)),
        })),
  );
  return listed('another-day', rows.filter(({ ratio }) => isNotable(ratio)).sort(byDistance));
}

function spreadOfRounds(study: PublishedStudy): ReplayFinding[] {
  const rows = study.rows.flatMap(({ system, scenario, throughputRoundsPerSecond: rounds }) =>
    rounds
      ? [{ system, scenario, rounds, ratio: significant(Math.max(...rounds) / Math.min(...rounds)) }]
      : [],
  );
  return listed('spread-of-rounds', rows.filter(({ ratio }) => isNotable(ratio)).sort(byDistance));
}

function throughputAboveTotals(study: PublishedStudy): ReplayFinding[] {
  const rows = study.rows.flatMap((row) => {
    const { system, scenario, connections, throughputPerSecond: printedPerSecond } = row;
    if (row.requests === undefined || !row.durationSeconds) return [];
    const totalsPerSecond = significant(row.requests / row.durationSeconds);
    const ratio = significant(printedPerSecond / totalsPerSecond);
    return [{ system, scenario, connections, printedPerSecond, totalsPerSecond, ratio }];
  });
  // One row above the limit shows that the loader divides differently; then list all rows.
  return rows.some(({ ratio }) => ratio > ROUNDED_RATIO)
    ? [{ kind: 'throughput-above-totals', rows: rows.sort(byDistance) }]
    : [];
}

/** Little (1961): in a closed loop, throughput × mean response time is at most the number of connections. */
function meanLatencyImpossible(study: PublishedStudy): ReplayFinding[] {
  const rows = study.rows.flatMap((row) => {
    const { system, scenario, connections, throughputPerSecond, latencyMeanSeconds: meanSeconds } = row;
    if (meanSeconds === undefined) return [];
    const inFlight = significant(throughputPerSecond * meanSeconds);
    return inFlight <= connections * ROUNDED_RATIO
      ? []
      : [{ system, scenario, connections, throughputPerSecond, meanSeconds, inFlight }];
  });
  return listed(
    'mean-latency-impossible',
    rows.sort((a, b) => b.inFlight / b.connections - a.inFlight / a.connections),
  );
}

function slowerThanTheTest(study: PublishedStudy, testSeconds: number): ReplayFinding[] {
  const rows = study.rows.flatMap(({ system, scenario, latencyMaxSeconds, ...row }) =>
    latencyMaxSeconds === undefined || latencyMaxSeconds <= testSeconds
      ? []
      : [
          {
            system,
            scenario,
            p50Seconds: row.latencyP50Seconds ?? null,
            p99Seconds: row.latencyP99Seconds ?? null,
            maxSeconds: latencyMaxSeconds,
          },
        ],
  );
  return rows.length === 0 ? [] : [{ kind: 'slower-than-the-test', testSeconds, rows }];
}

function errorsInARow(study: PublishedStudy): ReplayFinding[] {
  const rows = study.rows.flatMap(({ system, scenario, errorRatio }) =>
    errorRatio ? [{ system, scenario, errorRatio }] : [],
  );
  return listed('errors-in-a-row', rows);
}

function notAllCompared(study: PublishedStudy): ReplayFinding[] {
  const systems = Object.keys(study.systems).length;
  const tables = settingsOf(study)
    .filter((rows) => rows.length < systems)
    .map((rows) => ({
      scenario: (rows[0] as PublishedRow).scenario,
      systems: rows.map(({ system }) => system),
    }));
  return tables.length === 0 ? [] : [{ kind: 'not-all-compared', tables, systems }];
}

function oneRound({ rounds, rows }: PublishedStudy): ReplayFinding[] {
  return rounds === 1 ? [{ kind: 'one-round', rows: rows.length }] : [];
}

type Listed = Extract<
  ReplayFinding['kind'],
  'another-day' | 'spread-of-rounds' | 'mean-latency-impossible' | 'errors-in-a-row'
>;

/** No rows, no finding. */
function listed<Kind extends Listed>(
  kind: Kind,
  rows: Extract<ReplayFinding, { kind: Kind }>['rows'],
): ReplayFinding[] {
  return rows.length === 0 ? [] : [{ kind, rows } as ReplayFinding];
}

function isNotable(ratio: number): boolean {
  return Math.max(ratio, 1 / ratio) >= NOTABLE_RATIO;
}

function byDistance(a: { ratio: number }, b: { ratio: number }): number {
  return sizeOfRatio(b.ratio) - sizeOfRatio(a.ratio);
}
