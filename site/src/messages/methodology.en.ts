/** The prose of the methodology page. `{name}` is a constant that the code uses, put in when the page is made. */
export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

export const methodologySections: Section[] = [
  {
    id: 'rounds',
    title: 'Rounds',
    paragraphs: [
      'The unit of evidence is one fresh start. In each round the server is started anew, must answer its health check within {healthy-within}, is warmed up until its throughput is steady, and is then measured. What varies within one start is not evidence: most of the noise lies between starts.',
      'Within a round the order of targets is a fresh random permutation, made from the seed that the run records, so that a machine that drifts hits all alike. A target that does not satisfy the contract is listed with the reason and is not measured.',
    ],
  },
  {
    id: 'interval',
    title: 'Median and interval',
    paragraphs: [
      'A figure is the median over rounds. Its {confidence} interval is made from order statistics, which assume nothing about the distribution, from {order-statistic-rounds} on, and is the t interval of the logarithms below that. With one round there is no interval.',
      'Results keep {significant-digits}: more would be noise.',
    ],
  },
  {
    id: 'rank',
    title: 'Rank intervals',
    paragraphs: [
      'Two targets are compared by the logarithms of their rounds, with the spread of each: by Welch’s test, and from {paired-from-rounds} on by the ratios within the same round. Rounds of two targets are minutes apart and share little of the machine’s state, so that pairing few rounds costs more than it gains. All pairs of a table are tested together, so that the chance of any false difference stays under {rank-error-rate}. The best rank of a target is one more than the number of targets proven better; its worst rank counts every target that is not proven worse.',
      'A rank of 3–6 therefore does not mean four places at once. It means that the data cannot say more. More rounds make it narrower.',
    ],
  },
  {
    id: 'loaders',
    title: 'Loaders',
    paragraphs: [
      'Capacity is measured by wrk in a closed loop: each connection sends its next request as soon as the last one is answered. Latency is measured by oha at a fixed rate: requests leave on a schedule, and latency counts from when each was due, so that a stalled server is charged for the requests that it kept waiting. This is what is meant by free of coordinated omission.',
      'Throughput comes from wrk alone, percentiles from oha alone: those of two loaders are never in one column. The rates are the same for all targets, or a share of what the same target reached in the closed loop of the same run.',
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
      'Of each machine: the newest finished run of the fullest profile that it has, full before standard before quick. A run of a few targets does not hide a run of all of them: it counts only with at least {shown-run-coverage} of the targets of the largest run of that profile. All runs are listed and can be downloaded.',
      'Figures of different machines, different versions of a scenario and different loaders are never compared.',
    ],
  },
];
