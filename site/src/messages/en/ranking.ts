import { type PageColumnId, rankingColumns, rankingTitle, rankingWords } from '@pitwall/bench/words';
import { either, format, list, plural } from './formats.ts';

const columnTitles = Object.fromEntries(rankingColumns.map(({ id, title }) => [id, title])) as Record<
  PageColumnId,
  string
>;

export const ranking = {
  title: rankingTitle,
  chooserLabel: { scenario: 'Scenario', loadShapeId: 'Load shape', metric: 'Metric', machine: 'Machine' },
  caption: (parts: {
    scenario: string;
    shape: string;
    metric: string;
    unit: string;
    direction: string;
    database: string | null;
  }) =>
    `${parts.scenario} under ${parts.shape}${parts.database ? `, ${parts.database}` : ''}. ${parts.metric}: ${parts.unit}; ${parts.direction}.`,
  measuredOn: 'Measured on',
  measuredIn: (starts: number, inBlocks: boolean) =>
    inBlocks
      ? `Median of ${plural(starts, 'block')}${starts === 1 ? '' : ', each'} on freshly started servers in their steady state`
      : `Median of ${plural(starts, 'round')}${starts === 1 ? '' : ', each'} on a freshly started server`,
  /** Names the run that a table comes from, below its verdict; the link to the run follows. */
  fromRun: 'From the run of ',
  /** Names the runs of figures that come from elsewhere; the links to them follow. */
  fromOtherRuns: (count: number) => `other figures from the run${count === 1 ? '' : 's'} of `,
  /** `planned` only if the run has fewer blocks than it was to have. */
  fromProfile: (profile: string, blocks: number | null, planned: number | null) => {
    if (blocks === null) return `profile ${profile}`;
    const counted = planned === null ? plural(blocks, 'block') : `${blocks} of ${planned} planned blocks`;
    return `profile ${profile}, ${counted}`;
  },
  columns: columnTitles,
  unranked: rankingWords.unranked,
  fewBlocks: 'With one start there is no interval, and ranks cannot be distinguished.',
  leadsAlone: (first: string) => `Only ${first} has a rank here.`,
  nobody: 'No target of this table could be ranked.',
  /** What a table proves: `more` leaders are counted and not named; the example is a framework that is behind. */
  answer: (parts: {
    leaders: string[];
    more: number;
    example: { name: string; times: string } | null;
    proven: number;
    all: number;
  }) => {
    const { leaders, more, example, proven, all } = parts;
    const lead =
      more > 0
        ? `${leaders.join(', ')} and ${more} more may each lead`
        : leaders.length === 1
          ? `${leaders[0]} leads`
          : `${list.format(leaders)} may each lead`;
    const behind = example ? `; ${example.name} is ${example.times} off the best` : '';
    return `${lead}${behind}. The order of ${format.plain(proven)} of ${plural(all, 'pair')} is proven.`;
  },
  tier: (letter: string) =>
    letter === 'A'
      ? 'Tier A: nothing is proven better'
      : `Tier ${letter}: proven behind something in the tier above`,
  /** Columns of other metrics beside the table's own. */
  beside: { throughput: 'Throughput', cpu: 'CPU / request', memory: 'Memory', p99: 'p99' },
  /** Says of a factor to a chosen row that its order is not proven. */
  open: 'The data leave open which is better.',
  leftOut: (parts: { needs: string[]; needing: number; other: number; notServing: number }) => {
    const { needs, needing, other, notServing } = parts;
    const measured = [
      ...(needing > 0
        ? [`${plural(needing, 'variant')} that need${needing === 1 ? 's' : ''} ${either.format(needs)}`]
        : []),
      ...(other > 0 ? [`${plural(other, 'variant')} that this machine could not run`] : []),
    ];
    return [
      ...(measured.length > 0 ? [`Not measured here: ${list.format(measured)}.`] : []),
      ...(notServing > 0
        ? [`${plural(notServing, 'variant')} ${notServing === 1 ? 'does' : 'do'} not serve this scenario.`]
        : []),
    ].join(' ');
  },
  ceiling: (target: string, value: string) =>
    `The ceiling of this machine in this scenario is ${value}, reached by ${target}: no target is expected to exceed it.`,
  plateau: (names: string[], low: string, high: string) =>
    `${list.format(names)} all lie between ${low} and ${high}: most likely something other than the frameworks limits them, and then their order says nothing.`,
  bound: (rows: number, among: number) =>
    `In ${rows} of ${among} rows, the server was not full: the loader, and the database where it shares its processors, were. So this table says little about what the frameworks can do. What each request costs them does not depend on it:`,
  legendTitle: 'How to read it',
  legend: [
    'The bar starts at zero and ends at the median; the whisker is the 95 % interval, cut off where it leaves the scale. Each tick below it is a fresh start behind the figure. On a logarithmic scale, which has no zero, a dot replaces the bar.',
    'A rank such as 3–6 covers every rank that the start-by-start differences between targets cannot rule out.',
    'The letter is a tier: nothing is proven better than tier A, and everything in a later tier is proven behind something in the tier above.',
    '“Off the best” is a ratio: the best throughput divided by that of the row, or for all other metrics the row’s figure divided by the best. 1.00× is the best framework, 2.00× half as good; a platform may be below 1.',
    'Where you compare with a row, ≈ says that the order is not proven.',
    'Platforms are servers, not frameworks: they show what the machine can do, and do not compete. Pairs with a platform are not tested here; the page that compares the two tests them.',
  ],
  /** Above a table of peak memory whose run counted it by control group. */
  chargedMemory:
    'This run counted a file, such as a program, as memory of the first server that read it: hence the wide intervals.',
  /** Above a table of latencies whose run counted requests that opened a connection. */
  connectingLatency:
    'This run counted the requests that opened a connection: 3 % of all at 1,000 requests/s, 6 % at 250, a third at 50. Where opening a connection is expensive, p99 is the latency of those requests.',
  controls: {
    label: 'Table options',
    search: 'Search',
    filters: 'Filters',
    language: 'Language',
    kind: 'Kind',
    access: 'Access',
    database: 'Database',
    runtime: 'Runtime',
    only: 'Rows',
    comparable: 'only comparable',
    comparableHint: 'Hide rows without a rank and rows with a fairness flag',
    bestOfLanguage: 'best of each language',
    bestOfLanguageHint: 'Of the remaining rows, show only the first framework of each language',
    baseline: 'Compare with',
    best: 'the best',
    scale: 'Scale',
    linear: 'linear',
    logarithmic: 'logarithmic',
    copy: 'Copy link',
    copied: 'Copied',
    clear: 'Show all',
  },
  count: (shown: string, all: string) => `${shown} of ${all} shown`,
  nothing: 'No row matches. Remove a filter to see more.',
  sorted: (column: string) => `Sorted by ${column}`,
  sortedDescending: (column: string) => `Sorted by ${column}, reversed`,
  times: (name: string) => `Times ${name}`,
  marksTitle: 'Marks in this table',
  marked: (name: string, rounds: string) => `${name}, ${rounds}: `,
  roundsOf: (rounds: readonly number[], inBlocks: boolean) =>
    `${inBlocks ? 'block' : 'round'}${rounds.length === 1 ? '' : 's'} ${rounds.map((round) => round + 1).join(', ')}`,
  invalidating: 'Not ranked because of it.',
  download: 'This table as',
};
