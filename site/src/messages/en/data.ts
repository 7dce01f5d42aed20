import { plural } from './formats.ts';

export const data = {
  title: 'Data',
  lead: 'Everything on this site, and what it was made from, as files at addresses that stay.',
  feedText: 'Change points and runs as an Atom feed',
  filesText: 'Every file with its size is listed in',
  licenceTitle: 'Licence and citation',
  licence:
    'Results are under the Creative Commons Attribution 4.0 International licence (CC BY 4.0), the code under the MIT licence.',
  citeText: 'Name the run and the machine with every figure, for a figure means nothing without them:',
  cite: (parts: { year: string; run: string; machine: string }) =>
    `Pitwall contributors (${parts.year}). Pitwall: web-framework benchmarks with their uncertainty. Run ${parts.run} on ${parts.machine}. CC BY 4.0.`,
  noData: 'No run is published yet; the schemas are there already.',
  rankingsTitle: 'Ranking tables',
  rankingsText:
    'The shown runs of each machine. An address names machine, scenario, load shape and metric, and always holds the newest figures.',
  rankingsCaption: (machine: string, scenario: string) => `${scenario} on ${machine}`,
  rankingColumns: { shape: 'Load shape', metric: 'Metric', files: 'Files' },
  rawTitle: 'Raw results',
  rawText: (count: number) =>
    `The runs that the site shows and the ${count} newest ones with every start, as they are committed. All others are in the results folder of the repository.`,
  rawFiles: (count: number) => plural(count, 'file'),
  publishedTitle: 'Published studies',
  publishedText:
    'Figures of benchmarks that others published, as they stand there (published/), and beside our replays of them (replays/). Cite title and date with every figure.',
  schemasTitle: 'JSON Schemas',
  schemasText: 'Made from the schemas that the harness itself checks with.',
  machinesTitle: 'Machines',
  csvNote: 'In CSV files, text that a spreadsheet would take for a formula has an apostrophe in front of it.',
};
