/** Comparisons of base and head that decide. */
export const verdicts = {
  title: 'Verdicts',
  lead: 'Base and head under load at the same time on the same processors: what a pull request, a version or an option costs.',
  none: 'No comparison is published yet. One is made by:',
  command: 'npm run bench -- duet go/gin@HEAD~1 go/gin',
  listCaption: 'Published comparisons, newest first',
  columns: { when: 'Measured', what: 'What', verdict: 'Verdict', machine: 'Machine' },
  pageTitle: (head: string, base: string) => `${head} against ${base}`,
  and: (count: number) => `and ${count} more`,
  sentence: (
    counts: { regressed: number; improved: number; same: number; undecided: number },
    cells: number,
  ) => {
    const rest = [
      ...(counts.improved > 0 ? [`${counts.improved} improved`] : []),
      ...(counts.same > 0 ? [`${counts.same} the same`] : []),
      ...(counts.undecided > 0 ? [`${counts.undecided} undecided`] : []),
    ].join(', ');
    const of = `of ${cells} ${cells === 1 ? 'cell' : 'cells'}`;
    return counts.regressed > 0
      ? `${counts.regressed} ${of} regressed${rest ? `; ${rest}` : ''}.`
      : `No regression ${of}: ${rest}.`;
  },
  states: { regressed: 'Regressed', improved: 'Improved', undecided: 'Undecided', same: 'Same' },
  stateTexts: {
    regressed: 'Costs more by at least the minimum effect, and did so again when measured a second time.',
    improved: 'Costs less by at least the minimum effect, twice.',
    undecided: 'The rounds cannot say on which side of the minimum effect it lies.',
    same: 'The whole interval lies within the minimum effect.',
  },
  caption: (state: string) => `${state}: what a request costs in head against base; right of 1 is worse`,
  cellColumns: {
    cell: 'Cell',
    change: 'Change',
    interval: '95 % interval',
    picture: 'Pairs and interval',
    rounds: 'Pairs',
    words: 'In words',
  },
  words: {
    worseTwice: (limit: string) => `worse by more than ${limit}, twice`,
    betterTwice: (limit: string) => `better by more than ${limit}, twice`,
    within: (limit: string) => `within ${limit}`,
    withinWorse: (limit: string) => `within ${limit}, though it costs more`,
    withinBetter: (limit: string) => `within ${limit}, though it costs less`,
    few: 'too few pairs',
    notAgain: 'was flagged and did not recur',
    notConfirmed: 'flagged, and not measured again yet',
    noDifference: 'no difference seen',
    costsMore: (limit: string) => `costs more, perhaps by ${limit}`,
    costsLess: (limit: string) => `costs less, perhaps by ${limit}`,
    onLimit: 'it lies on the limit',
    needed: (rounds: string) => `about ${rounds} pairs would decide`,
  },
  pictureNote: 'Each dot is one pair of fresh starts; grey is the band of the minimum effect.',
  disturbed: (pairs: number, limit: string) =>
    `${pairs} ${pairs === 1 ? 'pair was' : 'pairs were'} measured again and not judged: the hypervisor took more than ${limit} of the processors’ time.`,
  reference: (target: string, low: string, high: string, loads: number) =>
    `${target}, which never changes, took ${low} to ${high} a request meanwhile (${loads} ${loads === 1 ? 'load' : 'loads'}).`,
  armsTitle: 'What was compared',
  arms: {
    base: 'Base',
    head: 'Head',
    label: 'Asked for',
    framework: 'Framework',
    runtime: 'Runtime',
    revision: 'Commit',
    checkout: 'the checkout as it was',
    pinned: 'Pinned',
  },
  recomputeTitle: 'Compute it again',
  recompute: 'The verdict follows from the file alone:',
  raw: 'The comparison as JSON, with every pair',
};
