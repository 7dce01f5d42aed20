import type { ShownHistory, ShownRelease, ShownStep } from '@pitwall/bench/model';
import { sizeOfRatio } from '@pitwall/bench/stats';
import type { Language, Messages } from '../../messages/index.ts';

/** Histories of releases as pages show them: sentences, rows and the points of a chart. */

const YEARS = 2;

/** A confirmed step, with its history. */
export interface NamedStep {
  history: ShownHistory;
  step: ShownStep;
  /** The release that it came with. */
  release: ShownRelease;
}

/** Only what was measured side by side is stated by name. */
export function confirmedSteps(history: ShownHistory): NamedStep[] {
  return history.steps.flatMap((step) => {
    const release = history.releases.find(({ version }) => version === step.to);
    return step.state === 'confirmed' && release ? [{ history, step, release }] : [];
  });
}

/**
 * Confirmed steps of all histories, each named by its release; of several machines that found one, that of the fullest
 * history, which comes first.
 */
function distinctSteps(histories: readonly ShownHistory[]): NamedStep[] {
  const keyOf = ({ history: { target, variant, package: own }, step }: NamedStep): string =>
    [target, variant, own.name, step.to, step.scenario, step.ratio > 1].join(' ');
  return [...Map.groupBy(histories.flatMap(confirmedSteps), keyOf).values()].flatMap(
    ([first]) => first ?? [],
  );
}

/** How far a step moves the cost, up or down. */
const size = ({ step }: NamedStep): number => sizeOfRatio(step.ratio);

/** The largest first. */
export const bySize = (a: NamedStep, b: NamedStep): number => size(b) - size(a);

/** What stands behind a confirmed step: two machines, two days, one day so far, or measurements that disagree. */
export function confirmationOf({
  isOfTwoDays,
  repeats,
  elsewhere,
}: ShownStep): 'twoMachines' | 'twoDays' | 'oneDay' | 'contested' {
  // That another processor shows none contradicts no measurement of this one.
  if (repeats.some(({ isThere }) => !isThere)) return 'contested';
  if (elsewhere.some(({ isThere }) => isThere)) return 'twoMachines';
  return isOfTwoDays ? 'twoDays' : 'oneDay';
}

/** Confirmed steps by the day of their measurement, the newest first, the larger first within a day; at most so many. */
export function newestSteps(histories: readonly ShownHistory[], most: number): NamedStep[] {
  const dayOf = ({ step }: NamedStep): string => step.proof?.startedAt.slice(0, 10) ?? '';
  return histories
    .flatMap(confirmedSteps)
    .filter(({ step }) => step.proof !== null)
    .sort((a, b) => (dayOf(a) === dayOf(b) ? bySize(a, b) : dayOf(a) < dayOf(b) ? 1 : -1))
    .slice(0, most);
}

/**
 * Confirmed steps whose release has no date that can be believed: nobody can say whether they belong to the last years.
 */
export function undatedSteps(histories: readonly ShownHistory[]): NamedStep[] {
  return distinctSteps(histories)
    .filter(({ release }) => release.releasedAt === null)
    .sort(bySize);
}

/** Confirmed steps of releases of the last two years before the registries were last asked, the largest first. */
export function largestSteps(histories: readonly ShownHistory[]): NamedStep[] {
  const newest = Math.max(...histories.map(({ askedAt }) => Date.parse(askedAt)));
  const since = new Date(newest);
  since.setUTCFullYear(since.getUTCFullYear() - YEARS);
  return distinctSteps(histories)
    .filter(({ release }) => release.releasedAt !== null && Date.parse(release.releasedAt) >= since.getTime())
    .sort(bySize);
}

/** `1.10.1 costs 8.0 % (7.1 % to 8.9 %) more CPU time than 1.10.0 in Small JSON.` */
export function stepSentence({ history, step }: NamedStep, messages: Messages): string {
  const { format, releases } = messages;
  const more = step.ratio > 1;
  const share = (ratio: number): string => format.percent(Math.abs(ratio - 1), 1);
  const [from = '', to = ''] = (more ? [step.low, step.high] : [step.high, step.low]).map(share);
  return releases[more ? 'costsMore' : 'costsLess']({
    title: history.package.title,
    before: step.from,
    after: step.to,
    share: share(step.ratio),
    ...{ from, to },
    scenario: messages.scenarioTitle(step.scenario),
  });
}

/** Returns the cause of a step in a language, or in English where nobody has translated it. */
export function causeIn(
  language: Language,
  { text, translations = {}, link }: NonNullable<ShownStep['cause']>,
): { text: string; language: Language; link: string } {
  const translated = translations[language];
  return { link, ...(translated === undefined ? { text, language: 'en' } : { text: translated, language }) };
}

/** What later measurements of a step and other machines found: a sentence for each; without any, when its only one was. */
export function repeatSentences(
  { from, proof, repeats, elsewhere }: ShownStep,
  { format, releases }: Messages,
): string[] {
  const others = elsewhere.map(({ machine, from: before, ratio, low, high, isThere }) => {
    const change = [format.change(ratio), format.change(low), format.change(high)] as const;
    if (!isThere) return releases.notElsewhere(machine, ...change);
    return releases.elsewhere(machine, before === from ? null : before, ...change);
  });
  if (repeats.length === 0 && proof !== null)
    return [releases.onOneDay(format.day(proof.startedAt)), ...others];
  const again = repeats.map(({ startedAt, ratio, low, high, isThere }) =>
    releases[isThere ? 'repeated' : 'notRepeated'](
      format.day(startedAt),
      format.change(ratio),
      format.change(low),
      format.change(high),
    ),
  );
  return [...again, ...others];
}

/** What a history is of: `Gin`, `Go, running Gin raw` or `uvloop in uvicorn`. */
export function historyTitle(
  { package: { role, title } }: ShownHistory,
  name: string,
  messages: Messages,
): string {
  if (role === 'framework') return title;
  return messages.releases[role === 'runtime' ? 'below' : 'within'](title, name);
}

/** Releases with a row: what was left out is named in a line of its own. */
export function releasesWithRow({ releases }: ShownHistory): ShownRelease[] {
  return releases.filter(({ state }) => state !== 'left-out').toReversed();
}

/** Releases with a figure, the frozen one among them. */
export function measuredReleases({ releases }: ShownHistory): ShownRelease[] {
  return releases.filter(({ state }) => state === 'frozen' || state === 'measured');
}

/** Releases with a row, and without a date that can be believed. */
export function undatedReleases(history: ShownHistory): string[] {
  return releasesWithRow(history).flatMap(({ version, releasedAt }) =>
    releasedAt === null ? [version] : [],
  );
}

export function leftOutReleases({ releases }: ShownHistory): string[] {
  return releases.filter(({ state }) => state === 'left-out').map(({ version }) => version);
}

/** A release of the chart: `[time, version, [ratio, low, high] of each scenario]`. */
type ChartPoint = [time: number | null, version: string, costs: ([number, number, number] | null)[]];

export interface ReleaseChart {
  scenarios: string[];
  /**
   * What the places of the points follow. By date a single line says what came after what; series that are released side
   * by side would send it back and forth, and a release without a date has no place by date.
   */
  axis: 'date' | 'version';
  /** In the order of the axis. */
  points: ChartPoint[];
  /** Each line is a series of releases; the first point of each, with its name if there are several. */
  lines: { first: number; title: string }[];
  /** The frozen release, if it is drawn. */
  frozen: { point: number; text: string } | null;
  /** Releases to name, with the change; the largest first, since not all may have room. */
  steps: { point: number; scenario: number; version: string; change: string }[];
}

/** Returns what a chart needs; `null` if there are not two releases to draw. */
export function releaseChart(history: ShownHistory, messages: Messages): ReleaseChart | null {
  const drawn = releasesWithFigures(history);
  if (drawn.length < 2) return null;
  const overlap = overlapsInTime(drawn);
  const isDated = drawn.every(({ releasedAt }) => releasedAt !== null);
  const frozen = drawn.findIndex(({ state }) => state === 'frozen');
  return {
    scenarios: history.scenarios.map(messages.scenarioTitle),
    axis: isDated && !overlap ? 'date' : 'version',
    points: drawn.map((release) => [
      release.releasedAt === null ? null : Date.parse(release.releasedAt),
      release.version,
      costsOf(release),
    ]),
    lines: overlap ? linesOf(drawn) : [{ first: 0, title: '' }],
    frozen: frozen < 0 ? null : { point: frozen, text: messages.releases.frozenAt(history.frozen ?? '') },
    steps: confirmedSteps(history)
      .sort(bySize)
      .map(({ step }) => ({
        point: drawn.findIndex(({ version }) => version === step.to),
        scenario: history.scenarios.indexOf(step.scenario),
        version: step.to,
        change: messages.format.change(step.ratio),
      })),
  };
}

/** Says why a chart is not by date; `null` if it is. */
export function chartNote(history: ShownHistory, { releases }: Messages): string | null {
  const drawn = releasesWithFigures(history);
  if (overlapsInTime(drawn)) return releases.sideBySide;
  const undated = drawn.filter(({ releasedAt }) => releasedAt === null).map(({ version }) => version);
  return undated.length === 0 ? null : releases.undatedChart(undated);
}

function releasesWithFigures({ releases }: ShownHistory): ShownRelease[] {
  return releases.filter((release) => costsOf(release).some((cost) => cost !== null));
}

function costsOf({ state, costs }: ShownRelease): ([number, number, number] | null)[] {
  return costs.map((cost) => (state === 'frozen' ? [1, 1, 1] : cost && [cost.ratio, cost.low, cost.high]));
}

/** Whether a release came before another one of a lower version. */
function overlapsInTime(releases: readonly ShownRelease[]): boolean {
  const times = releases.flatMap(({ releasedAt }) => (releasedAt === null ? [] : [Date.parse(releasedAt)]));
  return times.some((time, index) => index > 0 && time < (times[index - 1] ?? time));
}

/**
 * Returns a line for each major version. Releases of a single one are divided by minor version, and only where one
 * overlaps those before it: otherwise most lines would be one point.
 */
function linesOf(releases: readonly ShownRelease[]): ReleaseChart['lines'] {
  const depth = new Set(releases.map(({ version }) => version.split('.')[0])).size > 1 ? 1 : 2;
  const series = ({ version }: ShownRelease): string => version.split('.').slice(0, depth).join('.');
  const groups = [...Map.groupBy(releases, series)];
  let before: ShownRelease[] = [];
  let first = 0;
  return groups.flatMap(([name, own]) => {
    const breaks = before.length === 0 || depth === 1 || overlapsInTime([...before, ...own]);
    const line = { first, title: `${name}.x` };
    before = breaks ? own : [...before, ...own];
    first += own.length;
    return breaks ? [line] : [];
  });
}
