import {
  canarySentence,
  changesSentence,
  disturbedSentence,
  explanations,
  modeSentence,
  networkSentences,
  verdictSentence,
  warmupSentence,
} from '@pitwall/bench/words';

/** Verdicts on base and head. */
export const verdicts = {
  title: 'Verdicts',
  lead: 'What a pull request, a version or an option costs, measured with base and head under load at the same time on the same processors.',
  none: 'No comparison is published yet. To make one:',
  command: 'npm run bench -- duet go/gin@HEAD~1 go/gin',
  listCaption: 'Published comparisons, newest first',
  ofItselfTitle: 'Compared with itself',
  ofItselfText: 'One program on both sides: any change found here would be a false one.',
  ofItselfShow: (count: number) => `${count} ${count === 1 ? 'comparison' : 'comparisons'}, newest first`,
  ofTargetsTitle: 'One target against another',
  ofTargetsText: 'Neither is a version of the other, so what one costs more is no regression.',
  columns: { when: 'Measured', what: 'What', verdict: 'Verdict', machine: 'Machine' },
  pageTitle: (head: string, base: string) => `${head} against ${base}`,
  and: (count: number) => `and ${count} more`,
  sentence: verdictSentence,
  states: { regressed: 'Regressed', improved: 'Improved', undecided: 'Undecided', same: 'Same' },
  /** In place of these, where two targets were compared. */
  statesOfTargets: { regressed: 'Costs more', improved: 'Costs less' },
  stateTexts: {
    regressed: 'Costs more by at least the minimum effect, in two independent measurements.',
    improved: 'Costs less by at least the minimum effect, in two independent measurements.',
    undecided:
      'The pairs do not decide on which side of the minimum effect it lies, or it was not measured to its end.',
    same: 'The whole interval lies within the minimum effect.',
  },
  caption: (state: string) => `${state}: what head costs against base; right of 1 is worse`,
  cellColumns: {
    cell: 'Cell',
    change: 'Change',
    interval: '95 % interval',
    picture: 'Pairs and interval',
    pairs: 'Pairs',
    words: 'In words',
  },
  words: explanations,
  pictureNote: 'Each dot is one pair of fresh starts; the grey band is the minimum effect.',
  /** Added if any cell was measured again. */
  pictureNoteAgain:
    'Orange dots are a second measurement, which alone then gives change and interval: what stands out in the first stands out partly by chance.',
  methodLink: 'How a verdict is reached',
  disturbed: disturbedSentence,
  canary: canarySentence,
  cost: changesSentence,
  mode: modeSentence,
  networks: networkSentences,
  warmup: warmupSentence,
  canarySteady: 'The machine was steady.',
  canaryWhy: (factor: string) =>
    `So the cost of a request to one unchanged server varied by up to ${factor} between these loads: other work on the machine takes CPU time and caches.`,
  canaryCancels: {
    together:
      'Base and head were under load in the same seconds on the same processors, so most of this cancels in the ratio of a pair; what is left of it is part of the spread of the dots.',
    'in-turn':
      'Where base and head ran in turn, it does not cancel in the ratio of a pair: it is part of the spread of the dots.',
  },
  sidesTitle: 'What was compared',
  sides: {
    base: 'Base',
    head: 'Head',
    label: 'Asked for',
    framework: 'Framework',
    runtime: 'Runtime',
    revision: 'Commit',
    checkout: 'the checkout as it was',
    pinned: 'Pinned',
  },
  recomputeTitle: 'Recompute it',
  recompute: 'The verdict follows from the file alone:',
  raw: 'The comparison as JSON, with every pair',
};
