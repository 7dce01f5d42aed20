import { plural } from './formats.ts';

export const run = {
  listTitle: 'Runs',
  listText:
    'For each machine, every table of the site comes from the newest finished run in blocks that has it; a standard run has parts with tables of their own. If a machine has only runs in rounds, all tables come from the newest run of the fullest profile. The other runs stay here and in the downloads.',
  listCaption: 'All runs, newest first',
  columns: {
    run: 'Run',
    machine: 'Machine',
    profile: 'Profile',
    state: 'State',
    canary: 'Canary: CPU per request',
    targets: 'Targets',
  },
  finished: 'finished',
  unfinished: 'not finished',
  shown: 'shown',
  targets: (measured: number, leftOut: number) =>
    leftOut === 0 ? `${measured} measured` : `${measured} measured, ${leftOut} not`,
  title: (day: string) => `Run of ${day}`,
  /** One sentence on what it did. */
  summary: (parts: { starts: number; targets: number; scenarios: number; time: string | null }) =>
    `${plural(parts.starts, 'fresh start')} of each of ${plural(parts.targets, 'target variant')} in ${plural(parts.scenarios, 'scenario')}${parts.time === null ? '' : `, in ${parts.time}`}.`,
  /** One sentence on a run that put no load on anything. */
  summaryOfTimes: ({
    coldStarts,
    builds,
    targets,
  }: {
    coldStarts: number;
    builds: number;
    targets: number;
  }) => {
    const timed = [
      ...(coldStarts > 0 ? [plural(coldStarts, 'cold start')] : []),
      ...(builds > 0 ? [plural(builds, 'clean build')] : []),
    ];
    return `${timed.join(' and ')} of each of ${plural(targets, 'target variant')}, and no load.`;
  },
  facts: {
    machine: 'Machine',
    commit: 'Commit',
    profile: 'Profile',
    command: 'Command',
    launcher: 'Launcher',
    launchers: { process: 'process', compose: 'compose' },
    seed: 'Seed of all orders and draws',
    rounds: 'Rounds of each cell',
    measure: 'Measured time of each round',
    measureText: (seconds: number) => `${seconds} s`,
    blocks: 'Blocks',
    blocksText: (done: number, planned: number) =>
      done === planned
        ? `${planned}: in each, all targets are started afresh`
        : `${done} of ${planned}: in each, all targets are started afresh`,
    slices: 'Slices',
    slicesText: (parts: {
      seconds: number;
      rateSeconds: number | null;
      longest: number | null;
      cycles: number;
      timed: boolean;
    }) =>
      `${parts.seconds} s${parts.rateSeconds === null ? '' : ` (${parts.rateSeconds} s at a fixed rate)`}${parts.longest === null ? '' : `, up to ${parts.longest} s where responses take long`}, one per target and cycle, ${parts.timed ? 'at least ' : ''}${plural(parts.cycles, 'cycle')} per block`,
    blockTime: 'Planned time',
    warmupBound: (seconds: number, leftOut: boolean) =>
      `until the steady state, at most ${seconds} s per scenario; targets that are not warm by then are ${leftOut ? 'left out' : 'marked and not ranked'}`,
    warmup: 'Warm-up',
    together: 'Warmed up together',
    warmupText: (parts: { min: number; max: number; slice: number; tolerance: number }) =>
      `${parts.min} to ${parts.max} slices of ${parts.slice} s, until two in a row differ by at most ${parts.tolerance} %`,
    coldStarts: 'Cold starts',
    builds: 'Timed builds',
    processors: 'Processors',
    processorsText: (server: string, database: string, loader: string) =>
      `server ${server}, database ${database}, loader ${loader}`,
    pinned: 'pinned',
    notPinned: 'not pinned: not possible on this machine',
    tools: 'Tools',
    toolMissing: 'not installed',
    databases: 'Databases',
    providers: {
      url: 'at an address that was given',
      path: 'installed on this machine',
      embedded: 'from an npm package',
      compose: 'in a container',
    },
    none: 'none',
    canary: 'Canary',
    canaryText: (parts: { target: string; low: string; median: string; high: string; loads: number }) =>
      `${parts.target}, which never changes, took ${parts.median} of CPU time per request (${parts.low} to ${parts.high} in ${plural(parts.loads, 'load')}); it tells how fast the machine was`,
    time: 'Time',
    timeText: (wall: string, load: string, measured: string) =>
      `${wall}, of which ${load} under load and ${measured} measured`,
    timeUnknown: 'unknown: the run did not finish',
    scenarios: 'Scenarios',
    shapes: 'Load shapes',
  },
  targetsTitle: 'What ran',
  targetsCaption: 'Targets of this run',
  targetColumns: { target: 'Target', state: 'State', version: 'Version', raw: 'Raw result' },
  measured: 'measured',
  noResult: 'no result: the run ended before it was measured',
  list: 'List of runs',
  yearTitle: (machine: string, year: string) => `Runs of ${year} on ${machine}`,
  olderTitle: 'Older runs',
  newest: (count: number) => `The ${count} newest are listed here.`,
  rawInRepository: (path: string) => `Its raw results are in the repository, ${path}.`,
  diffLink: 'What changed since the run before',
  diff: {
    title: (before: string, after: string) => `From ${before} to ${after}`,
    lead: 'Two runs of one machine and profile. They were not measured together: every difference includes what changed on the machine in between, and only a duet can separate the two.',
    nothing: 'No earlier run of this machine has a cell in common with this one.',
    verdict: (parts: { worse: number; better: number; cells: number; unresolved: number }) =>
      parts.worse + parts.better === 0
        ? `No difference beyond its threshold is proven in ${plural(parts.cells, 'figure')}.`
        : `${parts.worse} worse and ${parts.better} better beyond the threshold, of ${plural(parts.cells, 'figure')}.`,
    unresolvedCount: (count: number) =>
      count === 0
        ? ''
        : `${plural(count, 'figure')} cannot be decided: the data show neither that the difference exceeds the threshold nor that it stays within.`,
    thresholds: (threshold: string) =>
      `Thresholds: ${threshold}. A figure counts if a t test shows that it differs by more than its threshold, at a false discovery rate of 5 % over all figures.`,
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
      'Figures that cannot be decided, the widest interval first; more starts may decide them',
    more: (count: number) => `${count} more ${count === 1 ? 'is' : 'are'} in the JSON file.`,
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
    json: 'This comparison as JSON',
    another: 'Against another run',
    any: {
      title: 'Two runs against each other',
      lead: 'Any two runs of one machine, figure by figure. Every difference includes what changed on the machine in between; only a duet can separate the two.',
      machine: 'Machine',
      before: 'Before',
      after: 'After',
      scripts:
        'Choosing needs scripts, which a page opened from a folder cannot run. Without them, the page of each run links to its comparison with the run before.',
      option: (day: string, profile: string, targets: string) => `${day} · ${profile} · targets: ${targets}`,
      choose: 'Choose two runs.',
      failed: 'The figures of these runs could not be loaded.',
      unknown: (run: string) => `This machine has no finished run ${run}.`,
      nothing: 'The two runs have no figure in common.',
      sentence: (parts: Record<'cells' | 'worse' | 'better' | 'open' | 'same', string>) =>
        `Figures in common: ${parts.cells}. Beyond the threshold: ${parts.worse} worse, ${parts.better} better. Not resolved: ${parts.open}. Within the threshold: ${parts.same}.`,
      more: (count: number) => `Not listed: ${count} more.`,
      means: 'Before and after are geometric means over the starts.',
    },
    worse: 'worse',
    better: 'better',
  },
  glanceTitle: 'At a glance',
  glanceCaption: (metric: string, unit: string, shape: string) =>
    `${metric} by scenario, ${unit}, ${shape}: medians over fresh starts with their 95 % intervals`,
  rawRun: 'run.json',
  figures: 'Every figure of this run, with its spread (JSON)',
  rankings: 'Rankings of this run',
};
