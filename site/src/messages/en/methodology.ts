import { list, plural } from './formats.ts';

/** Returns a constant of the code by its id, with its unit. */
export type ConstantText = (id: string) => string;

/** A section of the methodology page: prose, with constants of the code. */
export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

const sections = (constant: ConstantText): Section[] => [
  {
    id: 'blocks',
    title: 'Blocks, cycles and slices',
    paragraphs: [
      `The unit of evidence is one fresh start. A run consists of blocks. In each block, every target starts afresh, must answer its health check within ${constant('healthy-within')}, is warmed up to its steady state, and then stays alive beside all the others. Variation within one start is not evidence, because all slices of one start share that start’s luck, good or bad.`,
      'Once all are warm, they are loaded in turn, one at a time, in slices of half a second to a second, or of two to five seconds at a fixed rate. One slice of every target of a table makes a cycle, and a block has several cycles: two to nine that count, in runs of the whole field. What slows the machine for minutes therefore slows all targets of a cycle about alike, and the fit below removes it. What lasts a second hits the slices of one or two targets: these are repeated if the cause is seen, and otherwise count less, as outliers. Slices of one cycle agree with each other far better than rounds that are minutes apart. The order within each cycle is drawn from the seed that the run records. A slice is repeated, at most twice, if the hypervisor or another program took time from it, or if a virtual machine that was warm compiled again meanwhile.',
      'The checks that come with every slice accompany the warm-up, too. To a JVM that has met only its loader, they are requests of a new kind: it discards compiled code and compiles for up to 20 seconds more. Servers settle before the slices that count. Each that compiles as it runs is loaded until it shows that it is still warm, and every server gets one slice of each table that does not count.',
      'While they wait, servers are paused. Idle servers would slow the one being measured: sixty of them take some 6 % of its processor. V8 would mistake a pause for idleness and discard compiled code; on Node.js and Deno an option stops it from doing so. The first second after a wait is slower all the same where a runtime compiles as it runs, so each visit to them begins with half a second to two seconds of load that does not count. In one visit, a server may get a slice of each of up to three tables.',
      'The figure of a block is what the target does in a typical cycle of it: the logarithms of all slices of a table are fitted as target plus cycle, with little weight on outliers. A target that does not satisfy the contract is listed with the reason and is not measured.',
      'The first runs, of 21 and 22 November 2026, were measured in rounds: each target by itself, minutes apart, after a warm-up of a few seconds. Their pages and their history stay, but they no longer appear in rankings once a machine has a run in blocks.',
    ],
  },
  {
    id: 'warm-up',
    title: 'Warm-up and steady state',
    paragraphs: [
      `Every figure describes the steady state, or is marked. A server is warm when the evidence says so, not after a fixed time: its compiler threads have used less than ${constant('quiet-compiling-ratio')} of its CPU time for ${constant('quiet-seconds')} in a row, and CPU time per request no longer falls by ${constant('falling-ratio')} from one window of seconds to the next. Throughput alone is not enough, because a runtime that compiles in tiers has plateaus of ten seconds and more before it is done. Where compiler threads cannot be identified, CPU time per request alone decides. A server that was compiled beforehand, or whose runtime only interprets, is warm when two seconds agree within a tenth.`,
      `On a full processor, compiler threads queue behind the threads that serve. Scenarios are therefore warmed up with ${constant('few-connections')} first, until the compiler is quiet, and then under the whole load. Scenarios that answer about as fast as each other may share a warm-up: one load of all of them, evenly mixed, until the server is steady; where a runtime compiles as it runs, two seconds of each then confirm it. A scenario measured only at fixed rates is warmed up under the whole load first, and confirmed at its rate. A target that shows no steady state in time, at the end of the warm-up or when it settles, is marked “not warm” and gets no rank.`,
      'One scenario is an exception: a profile may put it first on each start, under full load from the first request. Its warm-up is a figure of its own, second by second. The steady level of a start is the median of the last five seconds of its warm-up. Its time to the steady state is the first second from which the mean of three seconds in a row is at least 90 % of that level. Its number of requests is one more than those answered before that second began. Its worst latency is the longest wait in the first ten seconds, or in the whole warm-up if that was shorter.',
      'Comparisons of base and head are another exception: each pair comes from fresh starts. Where a runtime compiles as it runs, both sides are warmed up to their steady state, virtual machines each by itself first, and measured again if one compiles meanwhile. All scenarios but those that insert rows are measured from one start. Histories of releases on JavaScript engines, and comparisons from before 29 November 2026 of two revisions of one target, warmed up for at most five seconds. What still compiles then compiles on both sides, so they are of young servers.',
    ],
  },
  {
    id: 'loaders',
    title: 'Loaders',
    paragraphs: [
      'wrk measures capacity in a closed loop: each connection sends its next request as soon as the last one is answered. oha measures latency at a fixed rate: requests leave on a schedule, and latency counts from when each was due, so that a stalled server is charged for the requests that it kept waiting. Such latency is free of coordinated omission. The first request of each connection, which opens it, does not count: a client that keeps its connections pays for that once.',
      'Throughput comes from wrk, or from autocannon where wrk cannot be installed, and percentiles from oha; only the replay of a study that used another loader may differ. Figures of two loaders are never in one column. Percentiles cover all requests of a block together. The rates are the same for all targets, or a share of what the same target reached in the closed loop of the same run.',
    ],
  },
  {
    id: 'resources',
    title: 'CPU time and memory',
    paragraphs: [
      'CPU time and peak memory are those of the server’s whole process tree; loader and database are counted separately. CPU time per request depends less than throughput on what else the machine does.',
      'Peak memory is resident memory. What several processes of one server share counts once: their program, and what a fork left in common. A file counts for every server that has it in memory, whoever read it first. Runs before 23 November 2026 took it from control groups, which charge a file to its first reader; their tables say so, and their memory is compared with no other run’s.',
    ],
  },
  {
    id: 'limits',
    title: 'What these loads cannot show',
    paragraphs: [
      '64 connections ask for at most 64 things at once. A server with more threads than that never runs out of them: virtual threads, which pay off when thousands of requests wait at once, can only add cost here.',
      'A server whose few threads each keep a connection, such as Puma with five, lets the other connections wait. Its p99 under a fixed rate is the length of that wait, and is marked where the rate was missed.',
      'A server on Node.js that has been idle costs more than one that is always busy. When nothing asks it for some seconds, V8 saves memory and throws away code that it has compiled, and what it compiles anew may be slower: after a hundred seconds, node:http takes 1.19 times the CPU time per request (95 % interval 1.11 to 1.28). The tables show a server that is never idle, because servers stand still between their visits, and V8 is told not to take that for idleness. In runs before 27 November 2026 it was not told; their rows on Node.js are marked as unsettled.',
      'Peak memory is that of a busy server, with the heap that its start command allows: 1 GB on the JVM. An idle server needs less.',
    ],
  },
  {
    id: 'peers',
    title: 'Beside TechEmpower’s implementations',
    paragraphs: [
      'Eleven targets were loaded side by side with TechEmpower’s implementations of the same frameworks, on one processor. Throughput of ours over theirs for a small JSON response: fasthttp 1.08, Fastify 1.05, Gin 1.02, Fiber 0.98, axum 0.97, Echo 0.96, actix-web 0.95, Koa 0.91, Express 0.77, FastAPI 0.55, and Hono 1.48, whose other side is a major version older.',
      'Part by part, CPU time per request says why. In FastAPI, the newer uvloop costs 1.36 times as much and the newer FastAPI and Starlette 1.14 times. In Express, answering with its own methods rather than Node’s costs 1.13 times as much; ours does what its documentation shows. The intervals, the commands and the other parts stand in bench/ACCURACY.md of the repository.',
      'Every request pays for the middleware that counts, whatever the scenario. In Gin, Fiber, Express, Fastify, Koa and FastAPI its cost is within 5 % either way, which is within the error; in Hono it is 12 %, because Hono calls a lone handler directly and composes as soon as there is any middleware. It stays: few applications have none.',
    ],
  },
  {
    id: 'shown-run',
    title: 'Which run is shown',
    paragraphs: [
      `A standard run has parts, each with scenarios of its own. Each table of a machine comes from the newest finished run in blocks that has it, and names that run; the published profiles (standard and full, and their parts) take precedence over all others. A run of a few targets does not hide a run of all of them: it counts only if it has at least ${constant('shown-run-coverage')} of the targets of the largest run with that table. Nor does a machine with few targets or few figures take the place of one with the whole field on the home page. If a machine has only runs in rounds, all its tables come from one of them: the newest run of the fullest profile. All runs are listed and can be downloaded.`,
      'Figures of different machines, different versions of a scenario and different loaders are never compared.',
    ],
  },
  {
    id: 'interval',
    title: 'Median and interval',
    paragraphs: [
      'A figure is the median over blocks. Figures of one block share what the machine did meanwhile: the logarithms of a table are fitted as target plus block, and the level of the block is removed, by the same factor for every target. The middle of the blocks stays where it is, and a block far from the others hardly moves it; the ratio of two targets within a block does not change. A target alone in its table keeps its figures, since nothing tells the machine from it. Peak memory is not adjusted.',
      `From ${constant('order-statistic-values')} on, the ${constant('confidence')} interval comes from order statistics, which assume nothing about the distribution; below that, it is a t interval of the logarithms. Two or three values estimate their own spread poorly, so it uses the spread that all targets of the table show together, as the ranks do (Smyth, 2004). In a table of few targets, each has a large share in setting the block’s level and so lies closer to it; the interval corrects for that. With one block there is no interval. Where three or more figures agree because they are rounded, the interval is as wide as the rounding makes it.`,
      'An interval says how far a figure would move with other starts in the same run, beside the same targets. It does not say what another run would show. Of 211 medians of four tables, measured again hours later on the same machine, 61 lay outside their first interval, after what all targets had in common was taken out; if nothing but starts differed, some 35 would. The interval of a pair of targets is wider: of 5,460 pairs, those of the two runs were apart in one.',
      `Results keep ${constant('significant-digits')}: more would be noise.`,
    ],
  },
  {
    id: 'rank',
    title: 'Rank intervals',
    paragraphs: [
      `Two targets are compared by the ratios of their figures within the same block, in a paired t test on the logarithms. A few blocks estimate the variance of one pair poorly, but all pairs of a table together estimate it well: each variance is moderated by the others (Smyth, 2004), whose distribution is fitted by maximum likelihood. A target whose slices scatter more within its blocks is expected to differ more between them, so the variance that the others suggest follows the scatter of slices. All pairs of a table are tested together, step by step, so that the chance of any false difference stays under ${constant('rank-error-rate')}: each step tests at that rate divided by the number of pairs that can still be equal at once (Shaffer, 1986). A run that is given more blocks than planned, or ended with fewer, shares that rate among the times its tables may have been seen. If A is proven better than C, B cannot equal both. The best rank of a target is one more than the number of targets proven better; its worst rank counts every target that is not proven worse.`,
      'The bound assumes that the targets of a table are about equally erratic. In simulations in which one or two of 30 targets scattered six times as much as the others, 9 to 10 % of tables with two blocks showed an order that did not exist; with three blocks it was 4 to 7 %, with five 2 %.',
      'A rank of 3–6 therefore does not mean four places at once. It means that the data cannot say more. More blocks make it narrower.',
    ],
  },
  {
    id: 'verdict',
    title: 'Verdicts on base and head',
    paragraphs: [
      'A comparison of two versions, or of two targets, starts both servers at once on the same processors, puts the same load on both, and divides the CPU time per request of head by that of base. What disturbs one disturbs the other, and most of it cancels in this ratio (Bulej et al., 2020). A ratio comes from one pair of fresh starts. Throughput and latency, in which two servers at once would limit each other, are measured in turn where they are asked for.',
      `A verdict does not ask whether there is any difference, but whether it exceeds the minimum effect, the grey band in each picture. The logarithms of the ratios are tested after planned numbers of pairs, so that a large change is found early. Over all cells and looks, the false discovery rate is held at ${constant('comparison-error-rate')} in each direction (Benjamini and Hochberg, 1995).`,
      'What exceeds the minimum effect is measured again from fresh starts, and is reported only if it does so again. Change and interval are then those of the second measurement alone. “The same” has to be proven too: the whole interval lies within the minimum effect. All else is undecided, and the words say how many pairs would decide.',
    ],
  },
];

export const methodology = {
  title: 'Methodology',
  lead: 'How the figures are made, what the intervals say, and what they do not.',
  setup: {
    title: 'What was measured, on what, for how long',
    what: (variants: number, scenarios: number) =>
      `The rankings show ${plural(variants, 'target variant')} in ${plural(scenarios, 'scenario')}, measured on one machine: `,
    caption: 'The runs that the rankings come from, newest first',
    columns: { run: 'Run', profile: 'Profile', what: 'What and how long', how: 'How' },
    processors: (list: string, count: number) => `processor${count === 1 ? '' : 's'} ${list}`,
    onHost: (host: number, processors: string) => `host ${host}, ${processors}`,
    share: (roles: string[], processors: string) => `The ${list.format(roles)} share ${processors}.`,
    alone: (role: string, processors: string) => `The ${role} has ${processors} to itself.`,
    shared: (roles: string[], processors: string) =>
      `The ${list.format(roles)} share ${processors} here: what one uses, the ${roles.length > 2 ? 'others' : 'other'} cannot.`,
    consequence:
      'That decides figures: with a processor each, throughput would be higher, and the order could differ.',
    code: 'The code that measures, and how it is laid out: ',
    link: 'How it is set up',
    notPinned:
      'This machine could not pin its processes: server, loader and database ran on all of its processors.',
    pictureLabel: 'Processors and what runs on each; the text below the picture says the same.',
    arrows:
      'Arrows show requests, from the loader to the server, and queries, from the server to the database.',
  },
  sections,
  calibrationTitle: 'Measured errors of the method',
  calibrationText:
    'bench calibrate compares servers with themselves, and with copies that are slower by a known time. Its findings:',
  calibrationNone: 'No calibration of a machine is published yet.',
  calibrationCaption: (machine: string) => `Calibration of ${machine}`,
  calibrationColumns: {
    server: 'Server',
    how: 'How',
    pairs: 'Pairs',
    noise: 'Standard deviation of a pair',
    known: 'Slower by',
    found: 'Found',
  },
  calibrationModes: {
    together: 'at once, CPU time per request',
    'in-turn': 'in turn, throughput',
  },
  calibrationWarm: {
    steady: 'warmed up to the steady state',
    quiet: 'warmed up to the steady state, measured while neither compiles',
  },
  calibrationSame: 'nothing: the same server twice',
  /** Said below the table if known slowdowns lie outside their intervals. */
  calibrationOutside: (parts: {
    rows: number;
    outside: number;
    above: number;
    largest: string;
    sameIsSame: boolean;
  }) =>
    [
      `${parts.outside} of ${plural(parts.rows, 'known slowdown')} ${parts.outside === 1 ? 'lies' : 'lie'} outside the interval${parts.above === parts.outside ? `: ${parts.outside === 1 ? 'it is' : 'they are'} found too large` : ''}, by up to ${parts.largest} of the slowdown.`,
      'An interval covers how much pairs vary, not how well the truth is known. The truth is the number of added loop iterations times the cost of one, and an iteration has no fixed cost if two processors share a core.',
      ...(parts.sameIsSame
        ? [
            'That affects the size of a difference, not whether there is one: all servers compared with themselves are found to be the same.',
          ]
        : []),
    ].join(' '),
  latencyCaption: 'Latencies of a server that answers at once but stops now and then, at a fixed rate',
  latencyColumns: {
    rate: 'Rate',
    stall: 'Stall',
    share: 'Percentile',
    known: 'Known',
    measured: 'Measured',
  },
  latencyStall: (milliseconds: number, seconds: number) => `${milliseconds} ms every ${seconds} s`,
  constantsTitle: 'Constants',
  constantsText: 'These numbers affect results. They come directly from the code.',
  constantsCaption: 'Constants of the method',
  constantColumns: { name: 'Constant', value: 'Value', why: 'Why' },
  scenariosTitle: 'Scenarios',
  scenariosCaption: 'Requests and responses of the contract',
  scenarioColumns: { id: 'Scenario', version: 'Version', request: 'Request', response: 'Response' },
  metricsTitle: 'Metrics',
  metricsCaption: 'What is measured, and under which load',
  metricColumns: { metric: 'Metric', meaning: 'Meaning', loop: 'Load', direction: 'Direction' },
  loops: { closed: 'closed loop (wrk)', rate: 'at a rate (oha)', both: 'both' },
  marksTitle: 'Marks',
  marksText: 'A doubtful figure is marked, never dropped. Marks with a cross keep it out of the ranking.',
};
