import { outcomeWords } from '@pitwall/bench/words';
import { plural } from './formats.ts';

export const framework = {
  listTitle: 'Frameworks',
  listCaption: 'Every target of the shown runs',
  columns: { name: 'Name', version: 'Version', change: 'Last change' },
  list: {
    throughput: 'Throughput',
    caption:
      'Every target in its plain variant, in small JSON; the fastest first. Medians with their 95 % intervals.',
    noChange: 'none known',
  },
  of: (language: string, kind: string) => `${language}, ${kind}`,
  versionOn: (framework: string, runtime: string) =>
    framework === runtime ? framework : `${framework} on ${runtime}`,
  implementation: (folder: string, commit: string | null) =>
    commit === null ? `Implementation: ${folder}` : `Implementation: ${folder} at ${commit}`,
  source: {
    link: 'Its source on this site',
    title: (name: string) => `${name}: source of the implementation`,
    lead: (folder: string) =>
      `What Pitwall measures, ${folder}, as it was in the repository when this page was built.`,
    asMeasured: 'This is what was measured.',
    changed: 'It may differ from what was measured:',
    unknown: 'What was measured has no commit.',
    back: (name: string) => `Its results: ${name}`,
    files: 'Files',
    leftOut: {
      'lock-file': 'lock file, not shown',
      'too-large': 'too large to show',
      'not-text': 'not text',
      enough: 'not shown, to keep this page small',
    },
  },
  lead: {
    title: (scenario: string) => `${scenario}; each with its 95 % interval`,
    rank: (rank: string, among: number) => `rank ${rank} of ${among}`,
    factor: (factor: string) => `${factor} off the best`,
  },
  costTitle: 'What it costs',
  embed: {
    title: 'Embed it',
    text: 'For the README of the framework; both pictures are redrawn with each published run.',
    unknown: 'Replace https://SITE with the address of this site.',
    badge: (name: string) => `Rank of ${name}`,
    chart: (name: string) => `Chart: ${name} in the field`,
  },
  onMachine: 'On',
  inRun: 'in the runs of',
  inOneRun: 'in the run of',
  variantsLabel: 'Variants',
  identityTitle: 'What was measured',
  identity: {
    framework: 'Framework',
    runtime: 'Runtime',
    commit: 'Commit',
    modified: 'with uncommitted changes',
    unknownCommit: 'not in git',
    unknownVersion: 'unknown version',
    artifact: 'Artifact',
    artifactKinds: { files: 'files, without what the machine has installed', image: 'image' },
    image: 'Container image',
    imageOf: (date: string) => `in the run of ${date}`,
    build: 'Build',
    cleanBuildUnit: (count: number, date: string) =>
      `from the sources, with all downloads done beforehand, ${plural(count, 'build')} in the run of ${date}`,
    firstBuild: 'one build, with what the machine had in its caches',
    linesOfCode: 'Lines of code',
    linesOfCodeUnit: 'of the target, all its variants',
    databases: 'Databases in this run',
    coldStart: 'Cold start',
    site: 'Site',
    repositoryOf: (name: string) => `${name}’s own repository`,
    notes: 'Notes',
    maintainers: 'Maintainers',
    coldStartUnit: (count: number) => `to the first response, ${plural(count, 'start')}`,
    access: 'Database access',
    notMeasured: 'not measured',
    none: 'none',
    memoryIn: (memory: string, scenario: string) => `${memory} (${scenario})`,
    fromTo: (least: string, most: string) => `from ${least} to ${most}`,
  },
  leftOutTitle: (step: keyof typeof outcomeWords.steps) => outcomeWords.steps[step],
  next: 'Next:',
  removed: 'This target is no longer in the repository, or has another name now. Its results stay.',
  fieldTitle: 'Against the field',
  fieldText:
    'Each line is a scenario, from the best (left) to the slowest: each tick is a target variant, and the band is this one with its interval.',
  fieldCaption: (variant: string) => `${variant} among all target variants of the machine, by scenario`,
  fieldMore: (metrics: string) => `The same by ${metrics}`,
  fieldColumns: {
    scenario: 'Scenario',
    metric: 'Metric',
    rank: 'Rank',
    place: 'Place in the field',
    factor: 'Off the best',
  },
  fieldSentence: (parts: { first: number; among: number; median: string }) =>
    parts.among === 1
      ? `It is ${parts.median} off the best${parts.first === 1 ? ', and may be first' : ''}.`
      : `At the median of these ${parts.among} tables it is ${parts.median} off the best; ${parts.first === 0 ? 'it can be first in none of them' : `it may be first in ${parts.first} of them`}.`,
  curvesTitle: 'Latency by rate and by percentile',
  curvesText:
    'Left: p50 and p99 at each rate of the run. Right: percentiles at each rate. Time is logarithmic in both.',
  curvesShareText:
    'How long the slowest share of the requests took: one line for each rate. Both axes are logarithmic.',
  curvesMore: (count: number) => `${plural(count, 'more scenario')}`,
  curveRate: (scenario: string) => `${scenario}: p50 and p99 by rate`,
  curvePercentile: (scenario: string) => `${scenario}: latency by percentile, one line per rate`,
  curveShare: (scenario: string) =>
    `${scenario}: latency by share of all requests of all starts, one line per rate`,
  shareSummary: 'Latency by share of the requests',
  shareCaption: (variant: string) => `All requests of all starts together, ${variant}`,
  shareNote:
    'From histograms of all requests, exact to two digits. A share is shown only if ten or more requests took longer. The table of medians above weights each start equally instead.',
  requests: 'Requests',
  startsTitle: 'Fresh starts',
  startsText:
    'Each dot is a fresh start in the closed loop, on one scale from zero per scenario: one per block, adjusted for the level of the block, or one per round.',
  historyLink: 'Figures over time',
  compareLink: (name: string) => `Compare with ${name}`,
  compareTitle: 'Compare',
  compareAll: (count: number) => `With each of ${plural(count, 'other target variant')}`,
  flagsTitle: 'Fairness flags',
  capacityTitle: 'Capacity',
  capacityCaption: (variant: string) => `Closed loop, ${variant}: median and 95 % interval`,
  latencyTitle: 'Latency',
  latencyCaption: (variant: string) => `oha at fixed rates, ${variant}: median and 95 % interval`,
  nthMachine: (place: number) => `machine ${place}`,
  latencySentence: (parts: {
    shape: string;
    best: string;
    bestValue: string;
    worst: string;
    worstValue: string;
  }) =>
    `At ${parts.shape}, 99 % of responses came within ${parts.bestValue} for “${parts.best}” and within ${parts.worstValue} for “${parts.worst}”.`,
  latencySentenceOne: (parts: { shape: string; best: string; bestValue: string }) =>
    `At ${parts.shape}, 99 % of responses to “${parts.best}” came within ${parts.bestValue}.`,
  chartLabel: (name: string) =>
    `Latency of ${name} by scenario: each bar runs from p50 to p99. The table below has the same figures.`,
  chartNote:
    'Each bar runs from p50 to p99, on a logarithmic scale. A figure with a mark that takes away its rank is in the table only. At a fixed rate a request costs more CPU time than in the closed loop, because fewer are handled at each wake-up.',
  cellColumns: {
    scenario: 'Scenario',
    shape: 'Load shape',
    rank: 'Rank',
    p99Rank: 'Rank by p99',
    marks: 'Marks',
  },
  rankAmong: (rank: string, among: number) => `${rank} of ${among}`,
  checksTitle: 'Contract checks',
  checksSummary: (passed: number, failed: number, skipped: number) =>
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  checksCaption: (name: string) => `Every check of the contract for ${name}, in order`,
  checkColumns: { id: 'Check', status: 'Result', detail: 'Detail' },
  statuses: { passed: 'passed', failed: 'failed', skipped: 'skipped' },
  noChecks: 'No check was made.',
  reproduceTitle: 'Measure it yourself',
  reproduceText:
    'The runs behind these figures, for this target variant alone, with their starts and seed. From a checkout of the repository:',
  commandsSummary: 'Commands of server and loader',
  startCommandText: 'The server was started with',
  loaderCommandText: 'and each load had a command of its own, for example',
  rawLink: (day: string) => `Raw result of ${day} with every start (JSON)`,
  failuresTitle: 'Starts without a figure',
  failure: (cell: string, round: number) => `${cell}, start ${round + 1}: `,
};
