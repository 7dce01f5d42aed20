/** What a tab of the home page has beside the throughput of a scenario. */
const costs = { cpu: 'CPU', memory: 'memory', p99: 'latency' };

/** The home page: what is known, and the whole field at a glance. */
export const home = {
  matrixCaption:
    'Throughput under full load, as times off the best framework of each scenario: 1 is the best, 2 has half its throughput. Each column heading links to its ranking.',
  legend:
    'Blue is near the best, amber far from it. Platforms, in italics, are servers for reference and not ranked. * marks a doubt, ✕ a figure that cannot be compared; a blank cell has no figure: the target was not measured, failed, or does not serve the scenario.',
  tabsLabel: 'Tables',
  factorsTab: 'All scenarios',
  costsTab: (columns: (keyof typeof costs)[]) => columns.map((column) => costs[column]).join(', '),
  costsCaption: (scenario: string, shapes: string[]) =>
    `${scenario}: ${[...new Set(shapes)].join('; ')}. Medians with their 95 % intervals.`,
  broad: 'in most scenarios',
  broadHint: 'Hide what was measured in less than half of the scenarios',
  sortBy: (column: string) => `Sort by ${column}`,
};
