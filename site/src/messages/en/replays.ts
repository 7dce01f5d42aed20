import type { ReplayData, ReplayFinding, ReplayOutcome, ReplayTable } from '@pitwall/bench/model';

/** The pages of replays. Figures are passed in formatted; names of systems are the study's. */

import { list, plural } from './formats.ts';

const findings: Record<ReplayFinding['kind'], string> = {
  'winner-by-reduction': 'The choice of reduction decides who wins',
  'another-day': 'The same test by the same author at another time',
  'spread-of-rounds': 'Rounds of one row that differ',
  'throughput-above-totals': 'The printed throughput is not requests over duration',
  'mean-latency-impossible': 'Impossible mean latencies',
  'slower-than-the-test': 'Responses that took longer than the test',
  'errors-in-a-row': 'Rows with errors',
  'one-round': 'One round',
  'not-all-compared': 'Tables without a comparison',
};

const shortcomings: Record<ReplayData['shortcomings'][number]['kind'], string> = {
  'shared-machine': 'One machine for everything',
  'closed-loop': 'Coordinated omission',
  'racy-counter': 'A counter with a race',
  'wrong-status': 'Status 200 for missing resources',
  'different-work': 'Different work',
  'different-bodies': 'Different bodies',
  'too-short': 'Too short',
  'unlike-settings': 'Different settings',
};

type Pairs = ReplayTable['pairs'];

const noCell: Record<Extract<ReplayOutcome, { kind: 'no-cell' }>['why'], string> = {
  'not-served': 'The target does not serve this scenario.',
  'no-database': 'The run had no such database.',
  'not-in-run': 'The run was made before this row was part of the replay.',
  unfinished: 'The run wrote no result for this row.',
};

export const replays = {
  title: 'Replays',
  lead: 'Benchmarks that others published, measured again as closely as their descriptions allow, with today’s releases on our machine. Each page lists what differs.',
  warning:
    'Published figures and ours come from different machines, years and loaders. They are shown side by side and never compared with each other: compare the order of the systems, and how far each is from the best.',
  none: 'There is no study with a replay yet. Studies are the files of results/published, replays those of bench/replays. To list them:',
  command: 'npm run bench -- replay',
  listCaption: 'Published studies with a replay, oldest first',
  columns: {
    study: 'Study',
    date: 'Published',
    systems: 'Systems',
    rows: 'Rows',
    state: 'Replayed',
    kept: 'Holds',
    reversed: 'Reversed',
    undecided: 'Undecided',
  },
  pairsNote:
    'The last three columns count pairs of systems, over all tables of a study: pairs whose order is proven to be the same here, proven to be the other way round, and those that the data do not decide.',
  notYet: 'not yet',
  onMachine: (count: number) => (count === 1 ? 'on 1 machine' : `on ${count} machines`),
  scaledOnly: 'scaled only',
  claim: (leaders: { system: string; count: number }[], tables: number) =>
    tables === 1
      ? `It claimed that ${leaders[0]?.system} is first in its only table.`
      : `It claimed that ${list.format(leaders.map(({ system, count }) => `${system} is first in ${count}`))} of ${tables} tables.`,
  noClaim: 'It names no leader: none of its tables puts one system ahead of all others.',
  standing: {
    holds: ({ compared }: Pairs) =>
      `It holds: ${compared === 1 ? 'its one pair is' : `all ${compared} pairs are`} proven to be in its order.`,
    partly: ({ compared, kept, undecided }: Pairs) =>
      `It holds as far as the data decide: of ${plural(compared, 'pair')}, ${kept} ${kept === 1 ? 'is' : 'are'} proven to be in its order, and ${undecided} ${undecided === 1 ? 'is' : 'are'} undecided.`,
    reversed: ({ compared, kept, reversed, undecided }: Pairs) =>
      `It ${kept > 0 ? 'holds only in part' : 'does not hold'} here, with today’s releases: of ${plural(compared, 'pair')}, ${reversed} ${reversed === 1 ? 'is' : 'are'} reversed, ${kept} ${kept === 1 ? 'holds' : 'hold'}, and ${undecided} ${undecided === 1 ? 'is' : 'are'} undecided.`,
    unknown: ({ compared }: Pairs) =>
      `The data do not decide whether it holds: ${compared === 1 ? 'its one pair does not differ' : `none of its ${compared} pairs differs`} beyond noise here.`,
    unmeasured: 'Whether it holds is not known: it has not been measured again yet.',
  },
  originalTitle: 'Original title',

  inferred: (date: string) => `${date} (inferred from the versions it names)`,
  facts: {
    date: 'Published',
    source: 'Source',
    noSource: 'unknown',
    machine: 'Machine then',
    loader: 'Loader then',
    loop: 'Load then',
    rounds: 'Rounds then',
    reduced: {
      single: 'the only round',
      'best throughput of 3': 'the best of them',
      'median of 5': 'their median',
    },
    roundsText: (rounds: number, reduced: string) =>
      rounds === 1 ? '1, shown as it is' : `${rounds}, shown as ${reduced}`,
    database: 'Database then',
    none: 'none',
  },
  systemsTitle: 'Systems, then and now',
  systemsCaption: 'What the study measured, and the target that corresponds to it',
  systemColumns: { system: 'System', published: 'As published', here: 'Target here' },

  findingsTitle: 'What its own numbers show',
  findingsNone: 'No contradictions.',
  findings,
  shortcomingsTitle: 'What else is known',
  shortcomings,

  finding: {
    winner: (parts: {
      scenario: string;
      first: string;
      firstLead: string;
      second: string;
      secondLead: string;
    }) =>
      `${parts.scenario}: as published, by the best of its rounds, ${parts.first} is first by ${parts.firstLead}. By the median of the same rounds, ${parts.second} is first by ${parts.secondLead}.`,
    winnerCaption: (scenario: string) => `${scenario}: the rounds of both, requests per second as published`,
    winnerColumns: { system: 'System', rounds: 'Rounds', best: 'Best', median: 'Median' },
    anotherDay: (system: string, scenario: string, factor: string, faster: boolean) =>
      `${system} on “${scenario}” was ${factor} as ${faster ? 'fast' : 'slow'} in another run that the author published. Differences in the table that are smaller than this may have the same cause.`,
    anotherCaption: 'Rounds of the table and of the author’s other runs, requests per second as published',
    anotherColumns: {
      system: 'System',
      scenario: 'Scenario',
      table: 'In the table',
      other: 'Another run',
      date: 'Date',
      factor: 'Medians',
    },
    spread: (count: number) =>
      `In ${plural(count, 'row')} the best round is more than a tenth above the worst. Taking the best shows the luckiest one.`,
    spreadCaption: 'Rows whose rounds differ, requests per second as published',
    spreadColumns: { system: 'System', scenario: 'Scenario', rounds: 'Rounds', spread: 'Best over worst' },
    totals: (most: string) =>
      `The loader divided connections by mean latency, which omits the time between two requests. Its throughput is up to ${most} above requests over duration.`,
    totalsCaption: 'Printed throughput and requests over duration, per second as published',
    totalsColumns: {
      system: 'System',
      scenario: 'Scenario',
      connections: 'Connections',
      printed: 'Printed',
      totals: 'From totals',
      factor: 'Excess',
    },
    mean: (count: number) =>
      `Throughput times mean latency is the number of requests in flight (Little’s law), which in a closed loop is at most the number of connections. In ${plural(count, 'row')} it is more: the mean of wrk includes responses that were never sent, to make up for those that its closed loop omits.`,
    meanCaption: 'Rows with more requests in flight than connections, as published',
    meanColumns: {
      system: 'System',
      scenario: 'Scenario',
      throughput: 'Throughput',
      mean: 'Mean latency',
      underWay: 'In flight',
      connections: 'Connections',
    },
    slow: (seconds: number) =>
      `The test lasted ${seconds} s. Some connections waited for one response all that time, while others were served in a fraction of a second.`,
    slowCaption: 'Latencies of rows with such responses, as published',
    slowColumns: { system: 'System', scenario: 'Scenario', p50: 'p50', p99: 'p99', max: 'Maximum' },
    errors: (rows: string[]) =>
      `${list.format(rows)}. Failed requests are quick or never end, yet the table ranks ${rows.length === 1 ? 'this row' : 'these rows'} with the others.`,
    errorRow: (system: string, scenario: string, share: string) => `${system} on ${scenario}: ${share}`,
    oneRound: (rows: number) =>
      `${rows === 1 ? 'The only figure' : `Each of the ${rows} figures`} was measured once. The study cannot say which differences are due to chance.`,
    notCompared: (tables: string[]) => `Only one of the systems was measured on ${list.format(tables)}.`,
  },

  thenNowTitle: 'Then and now',
  whole: 'The study’s own loads',
  scaled: 'Scaled',
  scaledText: (name: string, why: string) => `A smaller version with its own name, ${name}: ${why}.`,
  runText: (parts: { starts: number }) =>
    `${plural(parts.starts, 'fresh start')} of each target, measured on`,
  runLink: ' in the run of ',
  notReplayed: 'This study has not been measured again yet. To do so on your own machine:',
  differencesTitle: 'What the replay does differently',
  substitutesTitle: 'Beside the systems of the study',
  substitute: (target: string, system: string, why: string) => `${target}, beside ${system}: ${why}`,

  table: {
    title: (scenario: string, connections: number, closing: boolean) =>
      `${scenario}, ${plural(connections, 'connection')}${closing ? ', closed after each request' : ''}`,
    captionThen: 'As published, requests per second.',
    caption: (shape: string, database: string | null) =>
      `Left: as published. Right: measured here under ${shape}${database ? `, ${database}` : ''}. Requests per second, higher is better.`,
    groups: {
      published: (date: string) => `Published, ${date}`,
      here: (day: string) => `Measured here, ${day}`,
    },
    columns: {
      system: 'System',
      place: 'Place',
      throughput: 'Requests/s',
      share: 'Of the best',
      framework: 'Framework',
      reduced: { single: 'First round', 'best throughput of 3': 'Best of 3', 'median of 5': 'Median of 5' },
      reducedPlace: 'Place',
      median: 'Median',
      rank: 'Rank',
      shareNow: (best: string) => `Of ${best}`,
    },
    substitute: 'substitute',
    unranked: 'no rank',
    noPlace: 'not in the order',
    noCell,
    claimed: (order: string[]) =>
      order.length === 2
        ? `It claimed that ${order[0]} is ahead of ${order[1]}.`
        : `It claimed this order: ${order.join(', ')}.`,
    holds: (kept: number, compared: number) =>
      kept === compared
        ? `It holds: ${compared === 1 ? 'the pair is' : `all ${compared} pairs are`} proven.`
        : kept === 0
          ? `The data do not decide whether it holds: ${compared === 1 ? 'the pair does not differ' : `none of ${compared} pairs differs`} beyond noise.`
          : `It holds as far as the data decide: ${kept} of ${plural(compared, 'pair')} ${kept === 1 ? 'is' : 'are'} proven.`,
    kept: (kept: number) => `${plural(kept, 'pair')} ${kept === 1 ? 'holds' : 'hold'}.`,
    undecided: (undecided: number) =>
      `${plural(undecided, 'pair')} ${undecided === 1 ? 'is' : 'are'} undecided.`,
    reversed: (pairs: string[]) => `It does not hold here: ${list.format(pairs)}.`,
    reversedPair: (now: string, then: string) => `${now} is ahead of ${then} now`,
    nothing: 'Fewer than two systems of this table have a figure here.',
    reducedDiffers: (byStudy: string, byMedian: string) =>
      `By the study’s own reduction, ${byStudy} would be first here; by the median, ${byMedian}.`,
  },
  rawLinks: 'Published figures and this comparison as JSON',
  published: 'published figures',
  comparison: 'comparison',
  homeLink: 'Published benchmarks, measured again: then against now',
};
