import { plural } from './formats.ts';

/** How servers come to their steady state. Figures and names come in as arguments, already formatted. */
export const warmUp = {
  title: 'Warm-up',
  lead: 'What a fresh start costs before its steady state: how long it takes, how many requests, and how long the unluckiest of them waited.',
  none: 'No run has told yet how its targets warm up. Runs in blocks do, with a scenario that comes first on each start.',
  tableTitle: (scenario: string) => `${scenario}, from the first request on`,
  caption: (parts: { scenario: string; shape: string; blocks: number }) =>
    `${parts.scenario} under ${parts.shape}: medians over ${plural(parts.blocks, 'fresh start')} with their 95 % intervals; lower is better.`,
  sentence: (parts: { atOnce: number; among: number; slowest: string; seconds: string }) =>
    parts.atOnce === parts.among
      ? `All of ${parts.among} are at their steady level within the first second.`
      : `${parts.atOnce} of ${parts.among} are at their steady level within the first second; ${parts.slowest} takes longest, ${parts.seconds}.`,
  columns: {
    rank: 'Rank',
    name: 'Framework',
    seconds: 'Reached in second',
    requests: 'Reached with request',
    latency: 'Worst latency',
    steady: 'Steady level',
    starts: 'Starts',
    curve: 'Throughput, share of the steady level',
  },
  metricTitles: {
    warmupSeconds: 'Second that the steady level is reached in',
    warmupRequests: 'Request that the steady level is reached with',
    warmupWorstLatencySeconds: 'Worst latency of the first ten seconds',
  },
  notWarm: (count: number, starts: number) =>
    count === starts ? 'still compiling at the end' : `still compiling at the end in ${count} of ${starts}`,
  fewStarts: (least: number) => `fewer than ${least} starts`,
  rankOf: (rank: string) => `rank ${rank}`,
  howTitle: 'How to read it',
  how: (parts: {
    window: number;
    share: string;
    level: number;
    first: number;
    least: number;
    bound: string;
  }) =>
    `Each start is loaded in full from its first request on, second by second, until it is warm or ${parts.bound} are over. Its steady level is the median of the last ${parts.level} seconds. It is reached in the first second from which ${parts.window} seconds in a row are on average at ${parts.share} of it or above: second 1 and request 1 are there at once. The worst latency is the longest wait of the first ${parts.first} seconds, or of the whole warm-up where it was shorter. At least ${parts.least} starts give a rank, if all of them were warm in time; ranks come from the differences start by start, all of a table together at 95 %.`,
  chartTitle: 'Curves over each other',
  chartText: (most: number) =>
    `Median throughput over the starts, second by second, of up to ${most} target variants. A fine line goes on at the steady level where the warm-up is over.`,
  chartLabel: 'Throughput of the chosen target variants by second of load. The table below has the figures.',
  chartTable: 'The chosen curves as a table',
  chartScale: 'Scale',
  scales: {
    linear: 'requests per second',
    log: 'requests per second, logarithmic',
    share: 'share of the steady level',
  },
  chooseTitle: 'Target variants',
  tooMany: (most: number) => `At most ${most} at once.`,
  second: 'Second',
  seconds: 'Seconds of load',
  data: 'These figures as',
  sectionTitle: 'Warm-up',
  sectionText: (parts: {
    starts: number;
    scenario: string;
    seconds: string;
    requests: string;
    steady: string;
  }) =>
    `${parts.scenario}, ${plural(parts.starts, 'fresh start')}: the steady level of ${parts.steady} is reached in second ${parts.seconds}, with request ${parts.requests}.`,
  sectionLink: 'All targets beside each other',
  curveLabel: (name: string, said: string) => `Throughput of ${name} by second of load. ${said}`,
  curveSaid: (parts: { first: string; last: string; seconds: number }) =>
    `In the first second ${parts.first}, after ${parts.seconds} s ${parts.last}.`,
  curveNote:
    'The line is the median over the starts that were still being warmed, the band their least and their most; the dashed line is the steady level.',
  curveCaption: (name: string) => `Warm-up of ${name}, second by second`,
  curveColumns: {
    second: 'Second',
    median: 'Median',
    range: 'Least – most',
    share: 'Of the steady level',
    compiling: 'Processor time spent compiling',
  },
  methodTitle: 'Warm-up curves of the newest run',
  methodText: 'The same figures with their ranks:',
};
