import { inSentence } from '@pitwall/bench/words';

export const data = {
  title: 'Data',
  lead: 'Everything on this site, and the data behind it, as files at permanent addresses.',
  feedText: 'Runs, verdicts, releases and change points as an Atom feed',
  filesText: 'All files and their sizes are listed in',
  licenceTitle: 'Licence and citation',
  licence:
    'The results are under the Creative Commons Attribution 4.0 International licence (CC BY 4.0), the code under the MIT licence.',
  citeText: (scenario: string) =>
    `Name the run and the machine with every figure, because a figure means nothing without them. The page of each run and of each ranking has its citation; that of ${inSentence(scenario)} on the home page is:`,
  citeTitle: 'Cite a figure',
  citeHere:
    'Give the figure with its interval and the version of the framework, and name its run, whose page keeps its address:',
  noData: 'No run is published yet; the schemas are already available. To make the first one:',
  rankingsTitle: 'Ranking tables',
  rankingsText:
    'The tables of each machine’s shown runs. An address names machine, scenario, load shape and metric, and always has the newest figures.',
  rankingsCaption: (machine: string, scenario: string) => `${scenario} on ${machine}`,
  rankingColumns: { shape: 'Load shape', metric: 'Metric', files: 'Files' },
  rawTitle: 'Raw results',
  rawText: (count: number) =>
    `The shown runs and the ${count} newest ones, with every start, as committed. All others are in the results folder of the repository.`,
  publishedTitle: 'Published studies',
  publishedText:
    'Figures from benchmarks that others published, as published (published/), and beside our replays of them (replays/). Cite title and date with every figure.',
  schemasTitle: 'JSON Schemas',
  schemasText: 'Generated from the schemas that the harness itself uses for its checks.',
  machinesTitle: 'Machines',
  csvNote: 'In CSV files, an apostrophe precedes text that a spreadsheet would take for a formula.',
};
