import { plural } from './formats.ts';

/** Trends and regressions: figures over time. */
export const history = {
  trendsTitle: 'Trends',
  trendsLead: 'Each figure over time, on one machine and in one version of its scenario.',
  trendsCaption:
    'Series of each target by scenario. Each line is throughput, the newest run at the right; its vertical range is ±25 %, or more where the figures vary more.',
  trendTitle: (name: string, scenario: string) => `${name}: ${scenario} over time`,
  none: 'There is no history yet: a series needs more than one run.',
  points: (count: number) => plural(count, 'run'),
  sentence: (parts: { points: number; from: string; to: string; changePoints: number; least: number }) =>
    `${plural(parts.points, 'run')} ${parts.from === parts.to ? `on ${parts.from}` : `from ${parts.from} to ${parts.to}`}; ${parts.changePoints > 0 ? plural(parts.changePoints, 'change point') : parts.points < parts.least ? `too few to see a change point, which takes ${parts.least}` : 'no change point'}.`,
  chartLabel: (series: string) =>
    `${series} over time. Arrow keys step from run to run; the table below has the same figures.`,
  stepHint: 'When the chart has focus, the arrow keys step from run to run.',
  tableCaption: (series: string) => `${series}: one row per run`,
  asMeasured:
    'A row is one run by itself: the median of its starts as measured, and the interval of these starts alone. A ranking first takes out what the machine did to all targets of a block alike and learns from all rows how far starts scatter. So its figure may differ by a few percent, and its interval is usually narrower.',
  columns: {
    run: 'Run',
    median: 'Median',
    interval: '95 % interval',
    starts: 'Starts',
    version: 'Version',
    note: 'What changed',
  },
  moved: ({ from, to, since }: { from: string; to: string; since: string }) =>
    `Measured on the machine ${to} since ${since}, and before that on ${from}. Figures of two machines are never compared: one series ends on the old machine, and a new one begins on the new.`,
  inBlocks: 'in blocks',
  inContainers: 'in containers',
  scenarioChanged: (version: number) => `scenario version ${version}`,
  versionChanged: (version: string) => `version ${version}`,
  level: 'change point',
  choose: 'Series',
  seconds: (seconds: string) => `slices of ${seconds} s`,
  alone: (count: number) => `${plural(count, 'series', 'series')} with one run only`,
  aloneText: 'A chart needs two runs of one kind: the same variant, load shape and length of load.',
  noChart: 'No chart: each series here has one run only.',
  regressionsTitle: 'Regressions',
  regressionsLead:
    'Change points of all series. History only suggests a change; it is confirmed if base and head also differ when measured together.',
  confirmedTitle: 'Confirmed',
  confirmedNone: 'No comparison has confirmed a change point.',
  seenTitle: 'Seen in history only',
  seenNone: 'No change point waits for confirmation.',
  changePointsCaption: 'Change points, the largest first',
  changePointColumns: {
    target: 'Target',
    series: 'Series',
    change: 'Change',
    between: 'Between',
    command: 'To confirm',
    machine: 'Machine',
  },
  worse: 'worse',
  better: 'better',
  canary: 'The canary has the same change point: the machine changed, not the target.',
  feedTitle: 'Pitwall: runs, verdicts, releases and change points',
  feedRun: (machine: string, targets: number) => `Run of ${plural(targets, 'target')} on ${machine}`,
};
