import { plural } from './formats.ts';

/** How servers reach their steady state. Figures and names are passed in as formatted arguments. */
export const warmUp = {
  title: 'Warm-up',
  lead: 'What a fresh start costs before its steady state: how long it takes, how many requests it needs, and how long the unluckiest of them waited.',
  none: 'No run has measured warm-ups yet. Runs in blocks do, if their profile puts a scenario first on each start. To measure them:',
  command: 'npm run bench -- run --profile warm-up',
  tableTitle: (scenario: string) => `${scenario}, from the first request on`,
  caption: (parts: { scenario: string; shape: string; blocks: number }) =>
    `${parts.scenario} under ${parts.shape}: medians over ${plural(parts.blocks, 'fresh start')} with their 95 % intervals; lower is better.`,
  sentence: (parts: { atOnce: number; among: number; slowest: string | null; seconds: string }) =>
    parts.atOnce === parts.among
      ? `${parts.among === 1 ? 'It reaches its' : `All ${parts.among} reach their`} steady level within the first second.`
      : parts.among === 1
        ? `It takes ${parts.seconds} to reach its steady level.`
        : `${parts.atOnce === 0 ? 'None' : parts.atOnce} of ${parts.among} ${parts.atOnce < 2 ? 'reaches its' : 'reach their'} steady level within the first second${parts.slowest === null ? '' : `; ${parts.slowest} takes longest, ${parts.seconds}`}.`,
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
    warmupSeconds: 'Second in which the steady level is reached',
    warmupRequests: 'Request with which the steady level is reached',
    warmupWorstLatencySeconds: 'Worst latency of the first ten seconds',
  },
  notWarm: (count: number, starts: number) =>
    count === starts ? 'not warm at the end' : `not warm at the end in ${count} of ${starts}`,
  fewStarts: (least: number) => `fewer than ${least} starts`,
  unranked: (least: number) =>
    `There are no ranks: they need at least ${least} starts, all of them warm in time.`,
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
    `Each start is under full load from its first request, second by second, until it is warm or ${parts.bound} have passed. Its steady level is the median of the last ${parts.level} seconds. The level is reached in the first second from which ${parts.window} seconds in a row average at least ${parts.share} of it; second 1 and request 1 mean at once. The worst latency is the longest wait in the first ${parts.first} seconds, or in the whole warm-up if that was shorter. A rank needs at least ${parts.least} starts, all of them warm in time; platforms have none. Ranks come from the start-by-start differences, at 95 % for all of a table together.`,
  chartTitle: 'Overlaid curves',
  chartText: (most: number) =>
    `Median throughput over the starts, second by second, of up to ${most} target variants. After the warm-up, a fine line continues at the steady level.`,
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
  secondOf: (second: string) => `Second ${second}`,
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
  sectionLink: 'All targets side by side',
  elsewhere: 'Its warm-up was measured on another machine:',
  elsewhereLink: 'see the curve',
  curveLabel: (name: string, said: string) => `Throughput of ${name} by second of load. ${said}`,
  curveSaid: (parts: { first: string; last: string; seconds: number }) =>
    `In the first second ${parts.first}, after ${parts.seconds} s ${parts.last}.`,
  curveNote:
    'The line is the median over the starts that were still warming up, the band their minimum and maximum; the dashed line is the steady level.',
  curveCaption: (name: string) => `Warm-up of ${name}, second by second`,
  curveColumns: {
    second: 'Second',
    median: 'Median',
    range: 'Min – max',
    share: 'Of the steady level',
    compiling: 'CPU time spent compiling',
  },
  methodTitle: 'Warm-up curves of the newest run',
  methodText: 'The same figures with their ranks:',
};
