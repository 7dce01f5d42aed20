import { format, list } from './formats.ts';

/** What every page has around it, and pages of a sentence. */
export const site = {
  /** As HTML wants it. */
  language: 'en',
  /** As numbers and dates are written. */
  locale: 'en-GB',
  languageName: 'English',
  openGraphLocale: 'en_GB',
  format,
  /** Joins a list of names in a sentence. */
  list: (names: readonly string[]): string => list.format(names),
  /** Between parts of a sentence that come from different places. */
  comma: ', ',
  semicolon: '; ',
  colon: ': ',
  stop: '. ',
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
  footer:
    'Results CC BY 4.0, code MIT. Every figure here is in the downloads, with every start that it is made of.',
  statement:
    'Web frameworks under load, each figure with its uncertainty: a rank is an interval wherever the data cannot say more.',
  homeTitle: 'Which framework is faster, and is the difference real?',
  banner: {
    shared: 'shared with other work',
    virtual: (kind: string) => `virtual (${kind})`,
    title: (parts: string[]) => `The machine is ${list.format(parts)}.`,
    consequence: 'Differences within this page hold better than the figures themselves.',
  },
  flags: {
    label: 'flag',
    title: 'Fairness flags',
    text: 'An entry that is disputed or known to differ says so here, with the thread where it is discussed. The flag is kept in the manifest of the target.',
    none: 'No target carries a flag.',
    kinds: {
      disputed: 'disputed',
      differs: 'does other work',
      tuned: 'tuned for the benchmark',
      stripped: 'stripped down',
    },
    thread: 'thread',
  },
  empty: {
    title: 'No results yet',
    text: 'This site shows what the results folder of the repository holds, and it holds no finished run. Measure on your own machine, without containers, in a few minutes:',
    commands: ['npm ci', 'npm start'],
    after: 'The first ranking appears here as soon as a run is finished and published.',
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may name a scenario, a load shape or a run that this site does not have.',
    link: 'To the ranking',
  },
};
