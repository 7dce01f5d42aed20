import { changeClauses, furtherClauses, inSentence } from '@pitwall/bench/words';
import { plural } from './formats.ts';

/** What became slower or faster, in sentences. Scenarios and numbers are passed in formatted. */
export const changes = {
  title: 'Changes',
  lead: 'What became slower or faster, each with its proof. A comparison that puts both sides under load at the same time decides; history and single runs only suggest.',
  views: 'Changes by kind',
  sides: {
    against: (head: string, base: string) => `${head} against ${base}`,
    itself: (name: string) => `${name} against itself`,
    on: (name: string, head: string, base: string) => `${name} on ${head} against ${base}`,
    /** A side without a commit is the checkout; both sides never are. */
    commits: (name: string, head: string | null, base: string | null) =>
      head === null
        ? `${name}, the checkout against commit ${base}`
        : `${name}, commit ${head} against ${base ?? 'the checkout'}`,
  },
  /** The first clause about a metric, and those that follow it. */
  clauses: changeClauses,
  further: furtherClauses,
  same: (scenarios: string, count: number, limit: string) =>
    `${scenarios} ${count === 1 ? 'is' : 'are'} the same within ${limit}`,
  open: (scenarios: string, count: number) => `${scenarios} ${count === 1 ? 'is' : 'are'} undecided`,
  nothing: 'nothing was judged',
  level: (parts: {
    name: string;
    scenario: string;
    metric: string;
    share: string;
    worse: boolean;
    day: string;
    versions: string | null;
  }) =>
    `${parts.name}, ${inSentence(parts.scenario)}: ${inSentence(parts.metric)} has been ${parts.share} ${parts.worse ? 'worse' : 'better'} since ${parts.day}${parts.versions === null ? '' : ` (${parts.versions})`}.`,
  known: {
    together: 'both measured at the same time',
    confirmed: 'confirmed by measuring both at the same time',
    history: 'seen in history only, not confirmed yet',
    machine: 'the canary has the same change point: the machine changed',
  },
  proof: 'Proof',
  togetherTitle: 'Measured together',
  togetherText:
    'Base and head ran at the same time on the same processors, so that what disturbed one disturbed the other. A difference counts only if a second measurement finds it too.',
  togetherNone: 'No comparison is published yet.',
  togetherAll: 'All comparisons, with each verdict',
  releasesTitle: 'Releases',
  releasesText:
    'The largest proven steps between releases of the last two years: the same program built with each of the two releases, both under load at once.',
  releasesAll: 'All proven steps, and the history of each framework and runtime',
  historyTitle: 'Change points',
  historyText:
    'Where a series of runs changes level. Runs are hours or days apart, so the cause may be the machine.',
  historyNone: 'No series of runs has a change point, or has enough runs to show one.',
  historyAll: 'All change points, with the runs around each',
  runsTitle: 'Each run against the one before',
  runsText:
    'Figures beyond their threshold. The two runs were not measured together: every difference includes what changed on the machine in between.',
  runsNone: 'No run has one before it with the same machine and profile.',
  runSentence: (parts: {
    after: string;
    before: string;
    profile: string;
    worse: number;
    better: number;
    figures: number;
  }) =>
    `${parts.after} against ${parts.before} (${parts.profile}): ${parts.worse + parts.better === 0 ? `no difference proven beyond its threshold in ${plural(parts.figures, 'figure')}` : `${parts.worse} worse and ${parts.better} better of ${plural(parts.figures, 'figure')}`}.`,
  meanwhile: (what: string) => `Changed meanwhile: ${what}.`,
  nothingMeanwhile: 'Commit, tools, databases and versions are the same.',
  runsAll: 'Any two runs against each other',
  trendsTitle: 'Figures over time',
  trendsText: 'Charts of every series that has a past, by target and scenario.',
  trendsNone: 'No series has a past yet: a chart needs two runs of one kind.',
  onTarget: 'What changed',
  onTargetNone:
    'No change is known: no comparison is published, and no series of runs has a change point, or enough runs to show one.',
};
