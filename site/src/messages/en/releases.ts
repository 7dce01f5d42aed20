import { list, plural } from './formats.ts';

type Side = {
  title: string;
  before: string;
  after: string;
  share: string;
  from: string;
  to: string;
  scenario: string;
};

/** What each release of a framework or runtime costs. Names and numbers are passed in formatted. */
export const releases = {
  title: 'Releases: what each of them costs',
  titleOf: (name: string) => `Releases of ${name}`,
  lead: 'The same program was built with each release and run beside one frozen release, both under load at once. The cost is CPU time per request, so less is better. A step from one release to the next is reported only if a later side-by-side measurement found it again.',
  nothing: 'No history of releases has been measured yet. To measure one:',
  command: 'npm run bench -- releases go/gin',
  largestTitle: 'Largest gains and losses of the last two years',
  largestNone: 'No step of the last two years is proven.',
  largestCaption: (scenario: string) => `${scenario}: proven steps of the last two years, the largest first`,
  historiesTitle: 'All histories',
  historiesCaption: 'Packages whose releases were measured',
  sectionTitle: 'Releases',
  columns: {
    name: 'Framework',
    package: 'Package',
    release: 'Release',
    released: 'Released',
    change: 'CPU per request',
    picture: '← less · more →',
    proof: 'Measured',
    note: 'Note',
    measured: 'Releases',
    span: 'From – to',
    steps: 'Proven steps',
    largest: 'Largest step',
  },
  from: (before: string) => `after ${before}`,
  costsMore: ({ title, before, after, share, from, to, scenario }: Side) =>
    `${title} ${after} costs ${share} (${from} to ${to}) more CPU time than ${before} in ${scenario}.`,
  costsLess: ({ title, before, after, share, from, to, scenario }: Side) =>
    `${title} ${after} costs ${share} (${from} to ${to}) less CPU time than ${before} in ${scenario}.`,
  repeated: (day: string, change: string, low: string, high: string) =>
    `Measured again on ${day}: ${change} (${low} – ${high}).`,
  notRepeated: (day: string, change: string, low: string, high: string) =>
    `Measured again on ${day}, the step was not proven: ${change} (${low} – ${high}).`,
  /** @param before the release before on that machine; `null` if it is the same */
  elsewhere: (machine: string, before: string | null, change: string, low: string, high: string) =>
    `Another machine, ${machine}, found it too${before === null ? '' : `, against ${before}`}: ${change} (${low} – ${high}).`,
  notElsewhere: (machine: string, change: string, low: string, high: string) =>
    `Another machine, ${machine}, did not prove it: ${change} (${low} – ${high}).`,
  standings: {
    twoMachines: 'on two machines',
    twoDays: 'on two days',
    oneDay: 'on one day so far',
    contested: 'not there every time',
  },
  standingsTitle:
    '“On two machines”: two machines measured the step side by side, each by itself, and both found it. “On two days”: the step was measured side by side on two days, and was there both times. “On one day so far”: a second day may still change its size, or not find it. “Not there every time”: a later measurement did not find it.',
  onOneDay: (day: string) => `Measured side by side on one day so far, ${day}.`,
  largestOf: (shown: number, all: number) =>
    `The ${shown} largest of ${plural(all, 'proven step')}; the others are listed with their histories below.`,
  undatedSteps: 'Not in the tables, since the release has no reliable date:',
  moreSteps: (count: number) => `${plural(count, 'more proven step')}, smaller ones`,
  undated: 'no reliable date',
  undatedNote: (versions: string[]) =>
    `The registry gives no date for ${list.format(versions)}, or one that those of other releases contradict.`,
  sideBySide:
    'Several series are released side by side, so the releases are shown in the order of their versions, not of their dates. A line joins those of one series.',
  undatedChart: (versions: string[]) =>
    `${list.format(versions)} ${versions.length === 1 ? 'has' : 'have'} no reliable date, so the releases are shown in the order of their versions.`,
  stepsNote: 'A change at a point is a proven step, against the release before.',
  frozenAt: (version: string) => `${version}, frozen: 0 %`,
  causeSource: 'source of the cause',
  noSteps: 'No step between two releases is proven.',
  below: (title: string, name: string) => `${title}, running ${name}`,
  within: (title: string, name: string) => `${title} in ${name}`,
  measuredAs: (name: string) => `Measured with ${name}`,
  measuredWith: (sentence: string, name: string) => `${sentence} Measured with ${name}.`,
  proof: 'the measurement (JSON)',
  figures: 'figures (JSON)',
  changelog: 'changelog',
  axis: 'CPU time against the frozen release',
  chartLabel: (title: string, axis: 'date' | 'version') =>
    `CPU time per request by ${axis} of release, for ${title}: lines for each scenario, with 95 % intervals. The table has the same figures.`,
  tableCaption: (title: string, frozen: string) =>
    `${title}: CPU time per request beside release ${frozen}, with 95 % intervals; the newest first`,
  frozenCell: 'frozen',
  allReleases: (count: number) =>
    count === 1 ? 'Its release as a table' : `All ${count} releases as a table`,
  whole: 'All releases, with their figures',
  step: (state: 'suspected' | 'confirmed' | 'unproven', change: string, before: string) =>
    ({
      suspected: `${change} after ${before} is suspected, and not yet measured again`,
      confirmed: `${change} after ${before} is proven`,
      unproven: `a change after ${before} was measured again and not proven`,
    })[state],
  failures: {
    'not-resolvable': 'Cannot be resolved any more.',
    'does-not-build': 'Does not build.',
    'does-not-start': 'Does not start.',
    'fails-contract': 'Fails the contract.',
    'not-measured': 'Gave no figure under load, or failed there too often.',
    'pre-release': 'A pre-release.',
    withdrawn: 'Withdrawn.',
  },
  leftOutCount: (count: number) => `Left out as pre-releases or withdrawn: ${plural(count, 'release')}`,
  leftOut: (versions: string[]) => `Left out as pre-releases or withdrawn: ${list.format(versions)}.`,
};
