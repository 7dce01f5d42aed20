/** The page that shows the field of a scenario as a picture. */
export const field = {
  title: (scenario: string) => `The field: ${scenario}`,
  lead: 'What each target variant reaches, against what it needs for it. Choose the two axes; the table below has every figure.',
  chooser: 'Scenario',
  upwards: 'Upwards',
  against: 'Against',
  axes: {
    throughput: 'Throughput',
    cpu: 'CPU time per request',
    memory: 'Peak memory',
    p99: 'Latency p99',
    lines: 'Lines of code',
  },
  better: {
    throughput: 'higher is better',
    cpu: 'lower is better',
    memory: 'lower is better',
    p99: 'lower is better',
    lines: 'neither way is better',
  },
  chartLabel: (up: string, across: string) =>
    `${up} against ${across}, one point for each target variant. The table below has the same figures.`,
  note: 'Both axes are logarithmic. Lines are 95 % intervals. A figure with a mark that takes away its rank is in the table only. What filters leave out stays as pale points without names.',
  unnamed: (count: string) => `Points without room for their name: ${count}. Point at one to see it.`,
  loads: (closed: string, rate: string | null) =>
    rate === null ? `Load: ${closed}.` : `Load: ${closed}; for latency, ${rate}.`,
  caption: (scenario: string) =>
    `${scenario}: every figure of the picture, the highest throughput first, platforms last`,
  name: 'Target variant',
  linesNote:
    'Lines of code are those of the target here, all its variants and scenarios together, without blank lines and comments.',
};
