import { plural } from './formats.ts';

/** Pages that compare target variants. Names and numbers are passed in formatted. */
export const compare = {
  title: 'Compare',
  lead: 'Compare two target variants side by side, or up to six, each with the first. Ratios are taken within a block or round of one run, so that what disturbed one disturbed the other.',
  chooseTitle: 'Choose',
  baseline: 'Baseline',
  with: 'With',
  gridTitle: 'Who is better',
  gridText:
    'Each cell compares the row with the column: in how many figures the row is better, and in how many the column. Blue rows are better, orange ones worse; what cannot be distinguished counts for neither. Each cell leads to the page of its pair.',
  gridCaption:
    'Figures in which the row is better : in which the column is better; rows in order of the share in which they are better',
  gridBetter: 'row better',
  gridWorse: 'column better',
  pairTitle: (first: string, second: string) => `${first} or ${second}`,
  manyTitle: (baseline: string) => `Against ${baseline}`,
  sentence: (parts: {
    first: string;
    second: string;
    firstAhead: number;
    secondAhead: number;
    same: number;
    open: number;
  }) =>
    `Of ${plural(parts.firstAhead + parts.secondAhead + parts.same + parts.open, 'figure')} in the rankings, ${parts.first} is better in ${parts.firstAhead} and ${parts.second} in ${parts.secondAhead}; ${parts.same} ${parts.same === 1 ? 'is' : 'are'} the same, and ${parts.open} cannot be distinguished.`,
  nothing: 'The rankings have no figure of both.',
  caption: (first: string, second: string) =>
    `How many times better ${second} is than ${first}: right of 1 is better, left is worse. Grey is the band of no difference; an interval goes on where its end has no cap.`,
  columns: {
    scenario: 'Scenario',
    shape: 'Load shape',
    metric: 'Metric',
    times: 'Times better',
    picture: 'On a scale around 1',
    words: 'In words',
  },
  better: (name: string, factor: string) => `${name} is better: ${factor}`,
  same: (band: string) => `the same, within ${band} %`,
  open: 'cannot be distinguished',
  openWithin: (name: string, range: string) => `cannot be distinguished (${name} ${range})`,
  alone: (name: string) => `only ${name} has a figure`,
  notCompared: 'not compared: a mark takes away the rank',
  /** Said after the counts, which leave these comparisons out. */
  alsoAtOnce: (count: number) =>
    `Not counted: ${plural(count, 'comparison')} at once, which ${count === 1 ? 'tells' : 'tell'} smaller differences.`,
  atOnceTitle: 'Measured at once',
  atOnceText:
    'Both ran side by side and were loaded at the same moments. This tells smaller differences than the blocks below, whose tables test every pair of the field together.',
  summaryTitle: 'By metric',
  summaryCaption: 'In how many figures each is better, and by how much',
  summaryColumns: {
    metric: 'Metric',
    better: (name: string) => `${name} better`,
    same: 'The same',
    open: 'Not distinguished',
  },
  summaryCell: (count: number, range: string) => (count === 0 ? '0' : `${count}: ${range}`),
  allTitle: 'Every figure',
  intervalNote:
    'Each interval is that of the test of its table: it excludes 1 exactly if the difference is proven, at an error rate of 5 % for all pairs of frameworks of that table together, and of 5 % for its pairs with a platform. For its own row alone, its confidence is therefore 95 % or more. A page joins several tables, and each of them may err.',
  curvesTitle: 'Latency by share of the requests',
  curvesText:
    'All requests of all starts, at rates that two or more of them have in common. Both axes are logarithmic: requests get rarer to the right, and waits longer upwards.',
  curvesCaption: 'The latencies behind the curves',
  curvesFigure: (scenario: string, rate: string) => `${scenario}, ${rate} requests/s`,
  curvesColumns: { load: 'Scenario and rate', target: 'Target variant' },
  curvesMany: 'Their latency curves overlaid',
  failed: 'The figures could not be loaded. The pages of pairs, below, have the same figures.',
  unknown: (key: string) => `This run has no target variant ${key}.`,
  otherMachine: (name: string, machine: string) =>
    `${name} was measured on ${machine} only. Figures of different machines are never compared.`,
  tooMany: (most: number) => `The address names more than ${most}; the first ${most} are shown.`,
  onlyOne: 'Choose at least two.',
  rule: 'Only figures of one run are compared: one machine, one version of each scenario, one loader for each figure.',
  data: 'These ratios as',
};
