/** The prose of the methodology page. `{name}` is a constant that the code uses, put in when the page is made. */
export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

const sections: Section[] = [
  {
    id: 'blocks',
    title: 'Blocks, cycles and slices',
    paragraphs: [
      'The unit of evidence is one fresh start. A run consists of blocks. In each block every target is started anew, must answer its health check within {healthy-within}, is warmed up to its steady state and then stays alive beside all the others. What varies within one start is not evidence: most of the noise lies between starts.',
      'Once all are warm, they are loaded in turn, one at a time, in slices of about a second. One slice of every target of a table makes a cycle, and a block has many cycles. Whatever disturbs the machine for a second or a minute therefore disturbs neighbours in time alike: slices of one cycle agree with each other far better than rounds that lie minutes apart. The order within a cycle is drawn anew each time, from the seed that the run records. A slice from which the hypervisor took time is put on again.',
      'The figure of a block is what the target does in a usual cycle of it: the logarithms of all slices of a table are fitted as target plus cycle, with slices that lie far out counting less. A target that does not satisfy the contract is listed with the reason and is not measured.',
      'Runs before November 2026 were measured in rounds: each target by itself, minutes apart, after a warm-up of a few seconds. Their pages and their history stay; they make no rankings any more where a machine has a run in blocks.',
    ],
  },
  {
    id: 'warm-up',
    title: 'Warm-up and steady state',
    paragraphs: [
      'A figure is of the steady state, or says that it is not. A server is warm when the evidence says so, not when a fixed time is over: its compiling threads have taken less than {quiet-compiling-ratio} of its processor time for {quiet-seconds} in a row, and the cost of a request no longer falls by {falling-ratio} from one window of seconds to the next. Throughput alone cannot tell, for a runtime that compiles in tiers has plateaus of ten seconds and more before its end. Where no compiling threads can be told apart, the cost of a request alone decides; a server that was compiled beforehand is warm when two seconds agree within a tenth.',
      'On a full processor the compiling threads wait among all the threads that serve. Scenarios are therefore warmed with {few-connections} connections first, until the compiler is quiet, and then under the whole load. What is still compiling when its time is up is marked “not warm” and gets no rank.',
      'One scenario is an exception: a profile may name it to come first on each start, in full from the first request on. Second by second, its warm-up is a figure of its own. The steady level of a start is the median of the last five seconds of its warm-up. Its time to the steady state is the first second from which the mean of three seconds in a row is at least 90 % of that level; the requests are those answered before that second began, and one; the worst latency is the longest wait of the first ten seconds, or of the whole warm-up where it was shorter.',
    ],
  },
  {
    id: 'interval',
    title: 'Median and interval',
    paragraphs: [
      'A figure is the median over blocks. Figures of one block share what the machine did meanwhile: the logarithms of a table are fitted as target plus block, and the part of the block is taken out, for every target by the same factor. Half of the blocks are shifted up and half of them down, and the ratio of two targets within a block stays what it was. Peak memory is left as it is.',
      'The {confidence} interval is made from order statistics, which assume nothing about the distribution, from {order-statistic-rounds} on, and is the t interval of the logarithms below that. With one block there is no interval.',
      'Results keep {significant-digits}: more would be noise.',
    ],
  },
  {
    id: 'rank',
    title: 'Rank intervals',
    paragraphs: [
      'Two targets are compared by the ratios of their figures within the same block, in a paired t test on the logarithms. A few blocks tell the variance of one pair badly, all pairs of a table together tell it well: each variance is moderated by the others (Smyth, 2004). All pairs of a table are tested together, by Holm’s step-down, so that the chance of any false difference stays under {rank-error-rate}. The best rank of a target is one more than the number of targets proven better; its worst rank counts every target that is not proven worse.',
      'A rank of 3–6 therefore does not mean four places at once. It means that the data cannot say more. More blocks make it narrower.',
    ],
  },
  {
    id: 'loaders',
    title: 'Loaders',
    paragraphs: [
      'Capacity is measured by wrk in a closed loop: each connection sends its next request as soon as the last one is answered. Latency is measured by oha at a fixed rate: requests leave on a schedule, and latency counts from when each was due, so that a stalled server is charged for the requests that it kept waiting. This is what is meant by free of coordinated omission.',
      'Throughput comes from wrk alone, percentiles from oha alone: those of two loaders are never in one column. Percentiles are of all requests of a block together. The rates are the same for all targets, or a share of what the same target reached in the closed loop of the same run.',
    ],
  },
  {
    id: 'resources',
    title: 'CPU time and memory',
    paragraphs: [
      'Processor time and peak memory are those of the whole process tree or control group of the server; loader and database are counted apart. CPU time per request depends less on what else the machine does than throughput does.',
    ],
  },
  {
    id: 'shown-run',
    title: 'Which run is shown',
    paragraphs: [
      'A standard run has parts, each with scenarios of its own. Each table of a machine is from the newest finished run in blocks that has it, the published profiles (standard and full, and their parts) before all others, and says which run that is. A run of a few targets does not hide a run of all of them: it counts only with at least {shown-run-coverage} of the targets of the largest run that has the table. Where a machine has only runs of rounds, one of them stands for all: the newest of the fullest profile. All runs are listed and can be downloaded.',
      'Figures of different machines, different versions of a scenario and different loaders are never compared.',
    ],
  },
];

export const methodology = {
  title: 'Methodology',
  lead: 'How the figures come about, what the intervals say, and what they do not.',
  sections,
  calibrationTitle: 'Measured errors of the method',
  calibrationText:
    'bench calibrate compares servers with themselves, and with themselves made slower by a known time. What it found:',
  calibrationNone: 'No calibration of a machine is published yet.',
  calibrationCaption: (machine: string) => `Calibration of ${machine}`,
  calibrationColumns: {
    server: 'Server',
    how: 'How',
    pairs: 'Pairs',
    noise: 'Spread of a pair',
    known: 'Slower by',
    found: 'Found',
  },
  calibrationModes: {
    together: 'at once, CPU time per request',
    'in-turn': 'in turn, throughput',
  },
  calibrationSame: 'nothing: the same twice',
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
  constantsText: 'These numbers decide something. The page shows them as the code holds them.',
  constantsCaption: 'Constants of the method',
  constantColumns: { name: 'Constant', value: 'Value', why: 'Why' },
  scenariosTitle: 'Scenarios',
  scenariosCaption: 'Requests and responses of the contract',
  scenarioColumns: { id: 'Scenario', version: 'Version', request: 'Request', response: 'Response' },
  metricsTitle: 'Metrics',
  metricsCaption: 'What is measured, under which load',
  metricColumns: { metric: 'Metric', meaning: 'Meaning', loop: 'Load', direction: 'Direction' },
  loops: { closed: 'closed loop (wrk)', rate: 'at a rate (oha)', both: 'both' },
  marksTitle: 'Marks',
  marksText: 'A doubtful figure is marked, never dropped. Marks with a cross keep it out of the ranking.',
};
