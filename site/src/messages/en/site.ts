import { format, list } from './formats.ts';

/** The frame of every page, and pages of a single sentence. */
export const site = {
  /** The language's code in HTML. */
  language: 'en',
  /** The locale of numbers and dates. */
  locale: 'en-GB',
  languageName: 'English',
  openGraphLocale: 'en_GB',
  format,
  /** Joins a list of names into a phrase. */
  list: (names: readonly string[]): string => list.format(names),
  /** Separates parts of a sentence that come from different sources. */
  comma: ', ',
  semicolon: '; ',
  colon: ': ',
  stop: '. ',
  /** Puts what explains the text before it in brackets. */
  inBrackets: (text: string): string => ` (${text})`,
  /** Puts whole sentences one after the other. */
  sentences: (parts: readonly string[]): string => parts.join(' '),
  none: '–',
  siteName: 'Pitwall',
  skip: 'Skip to content',
  nav: {
    label: 'Site',
    ranking: 'Ranking',
    frameworks: 'Frameworks',
    compare: 'Compare',
    choose: 'Choose',
    warmUp: 'Warm-up',
    field: 'Field',
    changes: 'Changes',
    releases: 'Releases',
    trends: 'Trends',
    regressions: 'Regressions',
    verdicts: 'Verdicts',
    replays: 'Replays',
    machines: 'Machines',
    runs: 'Runs',
    methodology: 'Methodology',
    glossary: 'Glossary',
    addFramework: 'Add a framework',
    data: 'Data',
    feed: 'Feed',
  },
  languages: 'Language',
  theme: { label: 'Theme', system: 'system', light: 'light', dark: 'dark' },
  card: {
    title: 'Web frameworks under load',
    statement: 'Every figure with its uncertainty',
    rank: (rank: string, among: number) => `Rank ${rank} of ${among}`,
  },
  repository: {
    label: 'Repository',
    source: 'Source code',
    contributing: 'Contributing',
    report: 'Report a wrong figure',
    /** If the repository has no known address. */
    words:
      'The source is in the repository that this site was built from; its .github/CONTRIBUTING.md explains how to contribute and how to report a wrong figure.',
  },
  footer:
    'Results CC BY 4.0, code MIT. The downloads contain every figure shown here, with every start behind it.',
  statement:
    'Web frameworks under load, each figure with its uncertainty: a rank is an interval wherever the data cannot say more.',
  homeTitle: 'Which framework is faster, and is the difference real?',
  banner: {
    shared: 'perhaps shared with other work',
    virtual: (kind: string) => `virtual (${kind})`,
    title: (parts: string[]) => `The machine is ${list.format(parts)}.`,
    consequence: 'Differences within this page are more reliable than the figures themselves.',
  },
  flags: {
    kinds: {
      disputed: 'disputed',
      differs: 'does different work',
      tuned: 'tuned for the benchmark',
      stripped: 'stripped down',
    },
    thread: 'thread',
    distribution: (name: string) => `${name}’s version`,
    distributionText: 'a distribution’s package, which may be older than the framework’s own release',
  },
  empty: {
    title: 'No results yet',
    text: 'This site shows the results folder of the repository, which has no finished run. Measure on your own machine, without containers, in a few minutes:',
    commands: ['npm start'],
    after: 'The first ranking appears here as soon as a run is finished and published.',
  },
  notFound: {
    title: 'Page not found',
    text: 'The address may name a scenario, a load shape or a run that this site does not have.',
    link: 'To the ranking',
  },
};
