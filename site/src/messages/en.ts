import {
  databaseName,
  describeLoadShape,
  hasRate,
  type LoadShape,
  type MarkCode,
  type MetricId,
  type MissingReason,
  type RankingTable,
  type RunDatabase,
  type ScenarioId,
  scenarioOf,
} from '@pitwall/bench/model';
import { formatsOf } from '../lib/format.ts';
import { choose } from './choose.en.ts';
import { compare } from './compare.en.ts';
import { guide } from './guide.en.ts';
import { history } from './history.en.ts';
import { methodologySections } from './methodology.en.ts';
import { replays } from './replays.en.ts';
import { verdicts } from './verdicts.en.ts';
import { warmUp } from './warm-up.en.ts';

/** Every sentence of the site in English. Figures and names come in as arguments, already formatted. */

const list = new Intl.ListFormat('en');
const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const metricTitles: Record<MetricId, string> = {
  throughputPerSecond: 'Throughput',
  cpuPerRequestNanoseconds: 'CPU time per request',
  latencyP50Seconds: 'Latency p50',
  latencyP90Seconds: 'Latency p90',
  latencyP99Seconds: 'Latency p99',
  latencyP999Seconds: 'Latency p99.9',
  peakMemoryBytes: 'Peak memory',
};

const marks: Record<MarkCode, { label: string; explanation: string }> = {
  'loader-bound': {
    label: 'loader-bound',
    explanation:
      "The loader's processors were full and the server's were not: the server may be faster than the figure.",
  },
  errors: { label: 'errors', explanation: 'Connections failed or timed out while the load ran.' },
  'not-warm': {
    label: 'not warm',
    explanation:
      'Its runtime was still compiling when its time was up: the steady state may be faster than the figure.',
  },
  unsteady: {
    label: 'unsteady',
    explanation: 'Throughput had not settled when the warm-up reached its bound.',
  },
  'stolen-time': {
    label: 'stolen time',
    explanation: 'The hypervisor gave processor time to somebody else while the load ran.',
  },
  disturbed: {
    label: 'disturbed',
    explanation: "Other programs took time on the server's processors while the load ran.",
  },
  throttled: { label: 'throttled', explanation: 'A limit on processor time held the server back.' },
  'few-samples': {
    label: 'few samples',
    explanation: 'There were too few requests for the highest percentile to be told apart from chance.',
  },
  'rate-not-reached': {
    label: 'rate not reached',
    explanation: 'Requests left more slowly than they were due: the latency is that of a lower rate.',
  },
  'status-mismatch': {
    label: 'wrong status',
    explanation: "Responses had another status than the scenario's.",
  },
  'count-mismatch': {
    label: 'count differs',
    explanation: 'The server counted another number of requests than the loader.',
  },
  'size-changed': {
    label: 'size changed',
    explanation: 'Responses under load were not of the size that the check before saw.',
  },
  'wrong-body-under-load': {
    label: 'wrong body',
    explanation: 'A response read while the load ran was not the one that the contract asks for.',
  },
  'stale-row': {
    label: 'stale row',
    explanation: 'A row changed while the load ran did not show in the next read.',
  },
  'not-from-database': {
    label: 'not from database',
    explanation: 'The database saw fewer queries or rows than the responses imply.',
  },
  'rows-mismatch': {
    label: 'rows differ',
    explanation: 'The rows in the database after the load were not the ones that the responses had promised.',
  },
  'littles-law': {
    label: "Little's law",
    explanation: 'Throughput, latency and connections do not agree with each other.',
  },
  'connections-missing': {
    label: 'connections missing',
    explanation: 'Half-way through the load fewer connections were open than were asked for.',
  },
  'slow-stop': { label: 'slow stop', explanation: 'The server did not end in time when it was asked to.' },
  'round-failed': { label: 'failed start', explanation: 'At least one start gave no figure.' },
};

const missing: Record<MissingReason, string> = {
  'not-counted-by-target': 'The target does not count.',
  'not-told-by-loader': 'The loader does not tell it.',
  'no-database': 'The scenario has no database.',
  'too-few-samples': 'Too few requests for this percentile.',
  'too-few-rounds': 'Too few starts.',
  'no-accounting': 'The machine does not account for it.',
  'round-failed': 'Every start failed.',
  'tool-missing': 'The tool was not there.',
  'not-in-profile': 'Not part of the profile.',
};

const steps: Record<'left-out' | 'build' | 'start' | 'verify', string> = {
  'left-out': 'Left out',
  build: 'Build failed',
  start: 'Did not start',
  verify: 'Failed the contract',
};

const format = formatsOf('en-GB');

/** The rate of a load, in words. */
const arrival = (shape: LoadShape): string =>
  !hasRate(shape)
    ? 'Closed loop'
    : 'perSecond' in shape.rate
      ? `${format.plain(shape.rate.perSecond)} requests/s`
      : `${Math.round(shape.rate.shareOfCapacity * 100)} % of capacity`;

export const en = {
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

  metricTitles,
  metricUnits: {
    throughputPerSecond: 'requests per second',
    cpuPerRequestNanoseconds: 'processor time of the server for each request',
    latencyP50Seconds: 'half of all responses came within it',
    latencyP90Seconds: '90 % of all responses came within it',
    latencyP99Seconds: '99 % of all responses came within it',
    latencyP999Seconds: '99.9 % of all responses came within it',
    peakMemoryBytes: 'resident memory of the whole process tree',
  } satisfies Record<MetricId, string>,
  scenarioTitle: (id: ScenarioId): string => scenarioOf(id).title,
  scenarioSummary: (id: ScenarioId): string => scenarioOf(id).summary,
  scenarioRoute: (id: ScenarioId): string => scenarioOf(id).route,
  scenarioAnswer: (id: ScenarioId): string => scenarioOf(id).answer,
  describeShape: (shape: LoadShape): string => describeLoadShape(shape),
  databaseName: (database: RunDatabase): string => databaseName(database),
  /** The unit of a constant. */
  unit: (unit: string): string => unit,
  /** Why a constant of the method is what it is: `why` is what the code says. */
  constantWhy: (_name: string, why: string): string => why,
  arrival,
  loadShape: (shape: LoadShape): string => {
    const how = arrival(shape);
    const closing = shape.connection === 'close' ? ', each for one request' : '';
    const amount =
      'requests' in shape ? plural(shape.requests, 'request') : shape.seconds && `${shape.seconds} s`;
    return `${how}, ${plural(shape.connections, 'connection')}${closing}${amount ? `, ${amount}` : ''}`;
  },
  direction: { higher: 'higher is better', lower: 'lower is better' } satisfies Record<
    RankingTable['direction'],
    string
  >,
  kinds: { platform: 'platform', micro: 'micro', full: 'full' },
  kindExplanations: {
    platform: 'A server, not a framework: it shows how far the others are from what the machine can do.',
    micro: 'Routing and little else.',
    full: 'A framework for whole applications.',
  },
  accessKinds: { raw: 'raw driver', 'query-builder': 'query builder', orm: 'ORM' },

  ranking: {
    title: (scenario: string, metric: string) =>
      `${scenario}: ${metric.charAt(0).toLowerCase()}${metric.slice(1)}`,
    chooserLabel: { scenario: 'Scenario', loadShapeId: 'Load shape', metric: 'Metric', machine: 'Machine' },
    caption: (parts: {
      scenario: string;
      shape: string;
      metric: string;
      unit: string;
      direction: string;
      database: string | null;
    }) =>
      `${parts.scenario} under ${parts.shape}${parts.database ? `, ${parts.database}` : ''}. ${parts.metric}: ${parts.unit}; ${parts.direction}.`,
    measuredOn: 'Measured on',
    measuredIn: (starts: number, inBlocks: boolean) =>
      inBlocks
        ? `Median of ${plural(starts, 'block')}, each on freshly started servers that had come to their steady state`
        : `Median of ${plural(starts, 'round')}, each on a freshly started server`,
    /** Which run a table is from, below its verdict; the link to the run comes between. */
    fromRun: 'From the run of',
    fromProfile: (profile: string, blocks: number | null) =>
      `profile ${profile}${blocks === null ? '' : `, ${plural(blocks, 'block')}`}`,
    columns: {
      rank: 'Rank',
      name: 'Framework',
      language: 'Language',
      access: 'Database access',
      interval: '95 % interval',
      factor: 'Off the best',
    },
    unranked: 'no rank',
    fewRounds: 'With one start there is no interval, and ranks cannot be told apart.',
    leads: (first: string, factor: string, second: string) => `${first} leads: ${factor} ahead of ${second}.`,
    leadsAlone: (first: string) => `${first} is the only one with a rank here.`,
    shares: (names: string[], among: number) =>
      names.length > 4
        ? `${names.length} of ${among} may be first: the data cannot tell them apart.`
        : `${list.format(names)} may each be first: the data cannot tell them apart.`,
    nobody: 'Nothing in this table could be ranked.',
    ceiling: (target: string, value: string) =>
      `The machine itself reached ${value} here, with ${target}: nothing measured on it can show more.`,
    plateau: (names: string[], low: string, high: string) =>
      `${list.format(names)} all stop between ${low} and ${high}: something other than the frameworks has stopped them, and their order says nothing.`,
    legendTitle: 'How to read it',
    legend:
      'The bar starts at zero and ends at the median; the whisker is the 95 % interval. On a logarithmic scale, which has no zero, a dot stands for the bar. A rank such as 3–6 names every rank that the differences between two targets, start by start, cannot rule out.',
    controls: {
      label: 'What the table shows',
      search: 'Search',
      filters: 'Filter',
      searchHint: 'Press / to search',
      language: 'Language',
      kind: 'Kind',
      access: 'Database access',
      variant: 'Variant',
      only: 'Rows',
      comparable: 'only comparable',
      comparableHint: 'Hides rows without a rank and rows with a fairness flag',
      baseline: 'Compare with',
      best: 'the best',
      scale: 'Scale',
      linear: 'linear',
      logarithmic: 'logarithmic',
      copy: 'Copy link',
      copied: 'Copied',
      clear: 'Show all',
    },
    /** `{shown}` and `{all}` are put in by the script of the page. */
    count: '{shown} of {all} shown',
    nothing: 'No row is left. The figures are all there: take a filter away.',
    sorted: 'Sorted by {column}',
    sortedDescending: 'Sorted by {column}, reversed',
    times: 'Times {name}',
    sortBy: 'sort',
    details: 'More',
    marksTitle: 'Marks in this table',
    marked: (name: string, rounds: string, detail: string) => `${name}, ${rounds}: ${detail}`,
    roundsOf: (rounds: readonly number[], inBlocks: boolean) =>
      `${inBlocks ? 'block' : 'round'}${rounds.length === 1 ? '' : 's'} ${rounds.map((round) => round + 1).join(', ')}`,
    invalidating: 'Not ranked for it.',
    restTitle: 'Without a figure',
    restCaption: 'Targets of this run that have no figure in this table, and why',
    restColumns: { name: 'Framework', what: 'What happened', why: 'Why' },
    download: 'This table as',
  },

  outcome: {
    steps,
    missing: 'No figure',
    missingReasons: missing,
    noCell: 'Not measured',
    noCellFinished: 'The run has no cell for it: the target does not serve this scenario.',
    noCellUnfinished: 'The run ended before it was measured.',
  },
  marks,

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

  framework: {
    listTitle: 'Frameworks',
    listCaption: 'Every target of the shown runs',
    columns: { name: 'Name', language: 'Language', kind: 'Kind', target: 'Target' },
    of: (language: string, kind: string) => `${language}, ${kind}`,
    onMachine: 'On',
    inRun: 'in the runs of',
    inOneRun: 'in the run of',
    measuredTitle: 'Results',
    variantsLabel: 'Variants',
    identityTitle: 'What was measured',
    identity: {
      framework: 'Framework',
      runtime: 'Runtime',
      commit: 'Commit',
      modified: 'with changes that are not committed',
      unknownCommit: 'not in git',
      unknownVersion: 'version not known',
      artifact: 'Artifact',
      artifactKinds: { files: 'files', image: 'image' },
      image: 'Container image',
      imageOf: (date: string) => `in the run of ${date}`,
      build: 'Build',
      cleanBuildUnit: (rounds: number, date: string) =>
        `from the sources, with all downloads done, ${plural(rounds, 'build')} in the run of ${date}`,
      firstBuild: 'once, downloads included',
      linesOfCode: 'Lines of code',
      linesOfCodeUnit: 'of the target, all its variants',
      databases: 'Databases in this run',
      coldStart: 'Cold start',
      site: 'Site',
      repository: 'Repository',
      notes: 'Notes',
      maintainers: 'Maintainers',
      coldStartUnit: (rounds: number) => `to the first response, ${plural(rounds, 'start')}`,
      access: 'Database access',
      notMeasured: 'not measured',
      none: 'none',
    },
    droppedTitle: (step: keyof typeof steps) => steps[step],
    next: 'Next:',
    removed: 'This target is no longer in the repository, or goes by another name now. Its results stay.',
    versions: 'Variants of the manifest',
    fieldTitle: 'Against the field',
    fieldText:
      'Every scenario on a line from the best (left) to the slowest: each tick is a target variant, the band is this one with its interval.',
    fieldCaption: (variant: string) => `${variant} among all target variants of the machine, by scenario`,
    fieldColumns: {
      scenario: 'Scenario',
      metric: 'Metric',
      rank: 'Rank',
      place: 'Place in the field',
      factor: 'Off the best',
    },
    fieldSentence: (parts: { first: number; among: number; median: string }) =>
      `It may be first in ${parts.first} of ${parts.among} comparisons, and is ${parts.median} off the best in the middle one.`,
    curvesTitle: 'Latency by rate and by percentile',
    curvesText:
      'Left: p50 and p99 at each rate of the run. Right: percentiles at each rate. Time is logarithmic, in both.',
    curveRate: (scenario: string) => `${scenario}: p50 (solid) and p99 (dashed) by rate`,
    curvePercentile: (scenario: string) => `${scenario}: latency by percentile, one line a rate`,
    curveShare: (scenario: string) =>
      `${scenario}: latency by share of all requests of all starts, one line a rate`,
    shareSummary: 'Latency by share of the requests',
    shareCaption: (variant: string) => `All requests of all starts together, ${variant}`,
    shareNote:
      'From histograms of every request, two digits exact. A share is told only where ten requests or more took longer. The table of medians above weighs each start alike instead.',
    requests: 'Requests',
    roundsTitle: 'Fresh starts',
    roundsText:
      'Every fresh start in the closed loop as a dot, on one scale from zero for each scenario: one a block, without what the block did to all, or one a round.',
    roundsOf: (scenario: string, values: string) => `${scenario}: ${values}`,
    badgeTitle: 'Badge',
    badgeText: 'For the README of the framework; it is drawn anew with each published run.',
    historyLink: 'History of this target',
    compareLink: (name: string) => `Compare with ${name}`,
    compareTitle: 'Compare',
    flagsTitle: 'Fairness flags',
    capacityTitle: 'Capacity',
    capacityCaption: (variant: string) => `Closed loop of wrk, ${variant}: median and 95 % interval`,
    latencyTitle: 'Latency',
    latencyCaption: (variant: string) => `Fixed rates of oha, ${variant}: medians over fresh starts`,
    latencySentence: (parts: {
      shape: string;
      best: string;
      bestValue: string;
      worst: string;
      worstValue: string;
    }) =>
      `At ${parts.shape}, 99 % of responses came within ${parts.bestValue} for “${parts.best}” and within ${parts.worstValue} for “${parts.worst}”.`,
    latencySentenceOne: (parts: { shape: string; best: string; bestValue: string }) =>
      `At ${parts.shape}, 99 % of responses to “${parts.best}” came within ${parts.bestValue}.`,
    chartLabel: (name: string) =>
      `Latency of ${name} by scenario: each bar runs from p50 to p99. The table below has the same figures.`,
    chartNote: 'Each bar runs from p50 to p99, on a logarithmic scale.',
    cellColumns: {
      scenario: 'Scenario',
      shape: 'Load shape',
      rank: 'Rank',
      p99Rank: 'Rank by p99',
      marks: 'Marks',
    },
    rankAmong: (rank: string, among: number) => `${rank} of ${among}`,
    checksTitle: 'Contract checks',
    checksSummary: (passed: number, failed: number, skipped: number) =>
      `${passed} passed, ${failed} failed, ${skipped} skipped`,
    checksCaption: (name: string) => `Every check of the contract, ${name}, in the order made`,
    checkColumns: { id: 'Check', status: 'Result', detail: 'Detail' },
    statuses: { passed: 'passed', failed: 'failed', skipped: 'skipped' },
    noChecks: 'None was made.',
    reproduceTitle: 'Do it again',
    reproduceText: 'From a checkout of this repository:',
    startCommandText: 'The server was started with',
    loaderCommandText: 'and each load was put on it with its own command, for example',
    rawLink: (day: string) => `Raw result of ${day} with every start (JSON)`,
    failuresTitle: 'Starts without a figure',
    failure: (cell: string, round: number, what: string) => `${cell}, start ${round + 1}: ${what}`,
  },

  machine: {
    listTitle: 'Machines',
    listText: 'Figures of different machines are never compared with each other.',
    listCaption: 'Machines with results',
    title: (id: string) => `Machine ${id}`,
    short: (processor: string, processors: number, memory: string) =>
      `${processor}, ${plural(processors, 'processor')}, ${memory}`,
    columns: { id: 'Machine', processor: 'Processor', shown: 'Shown runs' },
    facts: {
      processor: 'Processor',
      logical: 'Logical processors',
      architecture: 'Architecture',
      memory: 'Memory',
      system: 'Operating system',
      kernel: 'Kernel',
      governor: 'Frequency governor',
      governorUnknown: 'not told by the kernel',
      hostOf: (roles: string) => `Host of ${roles}`,
      roles: { server: 'server', database: 'database', loader: 'loader' },
      virtualisation: 'Virtualisation',
      bare: 'none: bare metal',
      shared: 'Used by others',
      sharedYes: 'perhaps: nobody declared it dedicated',
      sharedNo: 'no: declared dedicated',
    },
    rankings: 'Rankings of this machine',
    runsTitle: 'Runs',
    raw: 'Machine file (JSON)',
    noRun: 'No run is finished.',
  },

  run: {
    listTitle: 'Runs',
    listText:
      'Of each machine, every table of the site is from the newest finished run in blocks that has it; a standard run has parts with tables of their own. Where a machine has only runs of rounds, the newest of the fullest profile has them all. The others stay here and in the downloads.',
    listCaption: 'All runs, newest first',
    columns: { run: 'Run', machine: 'Machine', profile: 'Profile', state: 'State', targets: 'Targets' },
    finished: 'finished',
    unfinished: 'not finished',
    shown: 'shown',
    targets: (measured: number, dropped: number) =>
      dropped === 0 ? `${measured} measured` : `${measured} measured, ${dropped} not`,
    title: (day: string) => `Run of ${day}`,
    facts: {
      machine: 'Machine',
      commit: 'Commit',
      profile: 'Profile',
      launcher: 'Launcher',
      seed: 'Seed of all orders and draws',
      rounds: 'Rounds of each cell',
      measure: 'Measured time of each round',
      blocks: 'Blocks',
      blocksText: (done: number, planned: number) =>
        done === planned
          ? `${planned}: in each, all targets are started afresh`
          : `${done} of ${planned}: in each, all targets are started afresh`,
      slices: 'Slices',
      slicesText: (parts: { seconds: number; rateSeconds: number | null; cycles: number; timed: boolean }) =>
        `${parts.seconds} s${parts.rateSeconds === null ? '' : ` (${parts.rateSeconds} s at a fixed rate)`}, one a target in each cycle, ${parts.timed ? 'at least ' : ''}${plural(parts.cycles, 'cycle')} a block`,
      blockTime: 'Planned time',
      warmupBound: (seconds: number, leftOut: boolean) =>
        `until the steady state, at most ${seconds} s a scenario; what is not warm by then is ${leftOut ? 'left out' : 'marked and not ranked'}`,
      warmup: 'Warm-up',
      warmupText: (parts: { min: number; max: number; slice: number; tolerance: number }) =>
        `${parts.min} to ${parts.max} slices of ${parts.slice} s, until two in a row differ by at most ${parts.tolerance} %`,
      coldStarts: 'Cold starts',
      builds: 'Timed builds',
      processors: 'Processors',
      processorsText: (server: string, database: string, loader: string) =>
        `server ${server}, database ${database}, loader ${loader}`,
      pinned: 'pinned',
      notPinned: 'not pinned: the machine could not',
      tools: 'Tools',
      toolMissing: 'not there',
      databases: 'Databases',
      none: 'none',
      time: 'Time',
      timeText: (wall: string, load: string, measured: string) =>
        `${wall}, of which ${load} under load and ${measured} measured`,
      timeUnknown: 'not known: the run did not finish',
      scenarios: 'Scenarios',
      shapes: 'Load shapes',
    },
    targetsTitle: 'What ran',
    targetsCaption: 'Targets of this run',
    targetColumns: { target: 'Target', state: 'State', raw: 'Raw result' },
    measured: 'measured',
    noResult: 'no result: the run ended before',
    list: 'List of runs',
    yearTitle: (machine: string, year: string) => `Runs of ${year} on ${machine}`,
    olderTitle: 'Older runs',
    newest: (count: number) => `The ${count} newest are listed here.`,
    rawInRepository: (path: string) => `Its raw results are in the repository, ${path}.`,
    diffLink: 'What changed since the run before',
    diff: {
      title: (before: string, after: string) => `From ${before} to ${after}`,
      lead: 'Two runs of one machine and profile. They were not measured together: what the machine did in between is part of every difference, and only a duet can tell it apart.',
      nothing: 'No earlier run of this machine has a cell in common with this one.',
      verdict: (parts: { worse: number; better: number; cells: number; unresolved: number }) =>
        parts.worse + parts.better === 0
          ? `No difference beyond its threshold in ${plural(parts.cells, 'figure')}.`
          : `${parts.worse} worse and ${parts.better} better beyond the threshold, of ${plural(parts.cells, 'figure')}.`,
      unresolvedCount: (count: number) =>
        count === 0
          ? ''
          : `${plural(count, 'figure')} cannot be told: the interval reaches over a threshold.`,
      thresholds: (threshold: string) =>
        `Thresholds: ${threshold}. A figure counts where its whole 95 % interval, held at a false discovery rate of 5 % over all figures, lies beyond its threshold.`,
      changedTitle: 'What changed',
      changedColumns: { what: 'What', before: 'Before', after: 'After' },
      commit: 'Commit',
      tool: (name: string) => `Tool ${name}`,
      database: (name: string) => `Database ${name}`,
      version: (target: string) => `Version of ${target}`,
      nothingChanged: 'Commit, tools, databases and versions are the same.',
      significantTitle: 'Beyond the threshold',
      significantCaption: 'Figures that differ by more than their threshold, the largest first',
      unresolvedTitle: 'Not resolved',
      unresolvedCaption:
        'Figures whose interval reaches over a threshold, the widest first; more starts would tell',
      more: (count: number) => `${count} more are in the JSON file.`,
      columns: {
        target: 'Target',
        scenario: 'Scenario',
        shape: 'Load shape',
        metric: 'Metric',
        change: 'Change',
        interval: '95 % interval',
        before: 'Before',
        after: 'After',
      },
      same: (count: number) => `${plural(count, 'figure')} stayed within the threshold.`,
      json: 'All figures of this comparison as JSON',
      another: 'Against another run',
      any: {
        title: 'Two runs against each other',
        lead: 'Any two runs of one machine, figure by figure. What changed on the machine in between is part of every difference; only a duet can tell it apart.',
        machine: 'Machine',
        before: 'Before',
        after: 'After',
        scripts:
          'Choosing needs scripts. Without them, the page of each run leads to its comparison with the run before it.',
        option: (day: string, profile: string, targets: string) =>
          `${day} · ${profile} · targets: ${targets}`,
        choose: 'Choose two runs.',
        failed: 'The figures of these runs could not be read.',
        unknown: (run: string) => `There is no finished run ${run} of this machine.`,
        nothing: 'The two have no figure in common.',
        sentence: (parts: Record<'cells' | 'worse' | 'better' | 'open' | 'same', string>) =>
          `Figures in common: ${parts.cells}. Beyond the threshold: ${parts.worse} worse, ${parts.better} better. Not resolved: ${parts.open}. Within the threshold: ${parts.same}.`,
        means: 'Before and after are geometric means over the starts.',
      },
      worse: 'worse',
      better: 'better',
    },
    glanceTitle: 'At a glance',
    glanceCaption: (metric: string, shape: string) =>
      `${metric} by scenario, ${shape}: medians over fresh starts`,
    rawRun: 'run.json',
    rankings: 'Rankings of this run',
  },

  methodology: {
    title: 'Methodology',
    lead: 'How the figures come about, what the intervals say, and what they do not.',
    sections: methodologySections,
    calibrationTitle: 'Measured errors of the method',
    calibrationText:
      'bench calibrate compares servers with themselves, and with themselves made slower by a known time. What it found:',
    calibrationNone: 'No calibration of a machine is published yet.',
    calibrationCaption: (machine: string) => `Calibration of ${machine}`,
    calibrationColumns: {
      server: 'Server',
      how: 'How',
      pairs: 'Pairs',
      noise: 'Spread of a pair',
      known: 'Slower by',
      found: 'Found',
    },
    calibrationModes: {
      together: 'at once, CPU time per request',
      'in-turn': 'in turn, throughput',
    },
    calibrationSame: 'nothing: the same twice',
    latencyCaption: 'Latencies of a server that answers at once but stops now and then, at a fixed rate',
    latencyColumns: {
      rate: 'Rate',
      stall: 'Stall',
      share: 'Percentile',
      known: 'Known',
      measured: 'Measured',
    },
    latencyStall: (milliseconds: number, seconds: number) => `${milliseconds} ms every ${seconds} s`,
    constantsTitle: 'Constants',
    constantsText: 'These numbers decide something. The page shows them as the code holds them.',
    constantsCaption: 'Constants of the method',
    constantColumns: { name: 'Constant', value: 'Value', why: 'Why' },
    scenariosTitle: 'Scenarios',
    scenariosCaption: 'Requests and responses of the contract',
    scenarioColumns: { id: 'Scenario', version: 'Version', request: 'Request', response: 'Response' },
    metricsTitle: 'Metrics',
    metricsCaption: 'What is measured, under which load',
    metricColumns: { metric: 'Metric', meaning: 'Meaning', loop: 'Load', direction: 'Direction' },
    loops: { closed: 'closed loop (wrk)', rate: 'at a rate (oha)', both: 'both' },
    marksTitle: 'Marks',
    marksText: 'A doubtful figure is marked, never dropped. Marks with a cross keep it out of the ranking.',
  },

  data: {
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
    csvNote:
      'In CSV files, text that a spreadsheet would take for a formula has an apostrophe in front of it.',
  },

  replays,

  notFound: {
    title: 'There is no such page',
    text: 'The address may name a scenario, a load shape or a run that this site does not have.',
    link: 'To the ranking',
  },
  choose,
  compare,
  guide,
  history,
  verdicts,
  warmUp,
  none: '–',
};

export type Messages = typeof en;
