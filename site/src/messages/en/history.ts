import { plural } from './formats.ts';

/** Trends and regressions: figures over time. */
export const history = {
  trendsTitle: 'Trends',
  trendsLead: 'Each figure over time, on one machine, in one version of its scenario.',
  trendsCaption: 'Series of each target by scenario',
  trendTitle: (name: string, scenario: string) => `${name}: ${scenario} over time`,
  none: 'There is no history yet: a series needs more than one run.',
  sentence: (parts: { points: number; from: string; to: string; steps: number }) =>
    `${plural(parts.points, 'run')} from ${parts.from} to ${parts.to}; ${parts.steps === 0 ? 'no change of level' : plural(parts.steps, 'change of level', 'changes of level')}.`,
  chartLabel: (series: string) =>
    `${series} over time. Arrow keys step from run to run; the table below has the same figures.`,
  stepHint: 'With the chart in focus, the arrow keys step from run to run.',
  tableCaption: (series: string) => `${series}: one row a run`,
  columns: {
    run: 'Run',
    median: 'Median',
    interval: '95 % interval',
    rounds: 'Starts',
    version: 'Version',
    note: 'What changed',
  },
  moved: ({ from, to, since }: { from: string; to: string; since: string }) =>
    `Measured on the machine ${to} since ${since}, before that on ${from}. Figures of two machines are never compared: a series ends on the one and a new one begins on the other.`,
  inBlocks: 'in blocks',
  scenarioChanged: (version: number) => `scenario version ${version}`,
  versionChanged: (version: string) => `version ${version}`,
  level: 'level shifts here',
  choose: 'Series',
  regressionsTitle: 'Regressions',
  regressionsLead:
    'Where a series shifts level. History only proposes: a change is confirmed when base and head, measured together, differ too.',
  confirmedTitle: 'Confirmed',
  confirmedNone: 'No change of level has been confirmed by a comparison.',
  seenTitle: 'Seen in history only',
  seenNone: 'No series shifts its level.',
  stepsCaption: 'Changes of level, the largest first',
  stepColumns: {
    target: 'Target',
    series: 'Series',
    change: 'Change',
    between: 'Between',
    command: 'To confirm',
    machine: 'Machine',
  },
  worse: 'worse',
  better: 'better',
  canary: 'The canary shifted too: the machine changed, not the target.',
  lastNewsTitle: 'Runs',
  feedTitle: 'Pitwall: runs and changes of level',
  feedRun: (machine: string, targets: number) => `Run of ${plural(targets, 'target')} on ${machine}`,
};
