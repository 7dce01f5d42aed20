import { type PageColumnId, rankingColumns, rankingTitle, rankingWords } from '@pitwall/bench/words';
import { list, plural } from './formats.ts';

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
      ? `Median of ${plural(starts, 'block')}, each on freshly started servers in their steady state`
      : `Median of ${plural(starts, 'round')}, each on a freshly started server`,
  /** Names the run that a table comes from, below its verdict; the link to the run follows. */
  fromRun: 'From the run of',
  fromProfile: (profile: string, blocks: number | null) =>
    `profile ${profile}${blocks === null ? '' : `, ${plural(blocks, 'block')}`}`,
  columns: columnTitles,
  unranked: rankingWords.unranked,
  fewRounds: 'With one start there is no interval, and ranks cannot be distinguished.',
  leads: (first: string, factor: string, second: string) => `${first} leads: ${factor} ahead of ${second}.`,
  leadsAlone: (first: string) => `Only ${first} has a rank here.`,
  shares: (names: string[], among: number) =>
    names.length > 4
      ? `${names.length} of ${among} may be first: the data cannot distinguish them.`
      : `${list.format(names)} may each be first: the data cannot distinguish them.`,
  nobody: 'No target of this table could be ranked.',
  ceiling: (target: string, value: string) =>
    `The ceiling of this machine is ${value}, reached with ${target}: no measurement on it can show more.`,
  plateau: (names: string[], low: string, high: string) =>
    `${list.format(names)} all stop between ${low} and ${high}: the limit is not the frameworks, and their order says nothing.`,
  legendTitle: 'How to read it',
  legend:
    'The bar starts at zero and ends at the median; the whisker is the 95 % interval. On a logarithmic scale, which has no zero, a dot replaces the bar. A rank such as 3–6 covers every rank that the start-by-start differences between targets cannot rule out.',
  controls: {
    label: 'Table options',
    search: 'Search',
    filters: 'Filter',
    searchHint: 'Press / to search',
    language: 'Language',
    kind: 'Kind',
    access: 'Database access',
    variant: 'Variant',
    only: 'Rows',
    comparable: 'only comparable',
    comparableHint: 'Hide rows without a rank and rows with a fairness flag',
    baseline: 'Compare with',
    best: 'the best',
    scale: 'Scale',
    linear: 'linear',
    logarithmic: 'logarithmic',
    copy: 'Copy link',
    copied: 'Copied',
    clear: 'Show all',
  },
  /** The page's script fills the gaps `{shown}` and `{all}`. */
  count: '{shown} of {all} shown',
  nothing: 'No row matches. Remove a filter to see more.',
  sorted: 'Sorted by {column}',
  sortedDescending: 'Sorted by {column}, reversed',
  times: 'Times {name}',
  sortBy: 'sort',
  details: 'More',
  marksTitle: 'Marks in this table',
  marked: (name: string, rounds: string) => `${name}, ${rounds}: `,
  roundsOf: (rounds: readonly number[], inBlocks: boolean) =>
    `${inBlocks ? 'block' : 'round'}${rounds.length === 1 ? '' : 's'} ${rounds.map((round) => round + 1).join(', ')}`,
  invalidating: 'Not ranked because of it.',
  restTitle: 'Without a figure',
  restCaption: 'Targets of this run without a figure in this table, and the reasons',
  restColumns: { name: 'Framework', what: 'What happened', why: 'Why' },
  download: 'This table as',
};
