/** The page that ranks targets by a reader's own weights. */
export const choose = {
  title: 'Choose',
  lead: 'Say what matters to you, and the targets are sorted accordingly. A weight of 0 leaves a criterion out.',
  weightsTitle: 'What matters',
  sparse: (list: string) =>
    `${list}: no weight at first, because fewer than half of the targets have a figure.`,
  scenariosTitle: 'Scenarios',
  scenariosHint:
    'A target without a figure in one of the chosen scenarios gets no score: speed and coverage are not mixed.',
  consideredTitle: 'Which ones',
  anyLanguage: 'any language',
  anyDatabase: 'with or without one',
  frameworksOnly: 'frameworks',
  platformsToo: 'platforms too',
  marked: (marks: string) => `doubts: ${marks}`,
  weightNames: ['not at all', 'a little', 'a lot', 'most of all'],
  criteria: {
    throughput: 'Throughput',
    p99: 'Latency p99 at a fixed rate',
    cpu: 'CPU time per request',
    memory: 'Peak memory',
    coldStart: 'Cold start',
    image: 'Container image',
  },
  short: {
    throughput: 'throughput',
    p99: 'p99',
    cpu: 'CPU per request',
    memory: 'memory',
    coldStart: 'cold start',
    image: 'image',
  },
  resultTitle: 'Best matches',
  weights: (list: string) => `Weights: ${list}.`,
  caption:
    'For each criterion, a target’s factor says how many times worse than the best it is (geometric mean over scenarios); the score is the weighted geometric mean of these factors. 1 is a framework that is the best in everything; a platform may be below.',
  columns: { name: 'Framework', score: 'Score', reason: 'Why' },
  strength: (criterion: string, factor: string) => `${criterion} ${factor} off the best`,
  best: (criterion: string) => `best ${criterion}`,
  missing: (criteria: string) => `no figure for ${criteria}`,
  note: 'Places here are not ranks: a score has no interval. Look at the ranking of the scenario that matters before you decide.',
  nothing: 'All weights are 0: there is nothing to sort by.',
};
