import type { ShownHistory, ShownRelease, ShownStep } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';

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

/** How far a step moves the cost, up or down. */
const size = ({ step }: NamedStep): number => Math.abs(Math.log(step.ratio));

/** Confirmed steps of releases of the last two years before the registries were last asked, the largest first. */
export function largestSteps(histories: readonly ShownHistory[]): NamedStep[] {
  const newest = Math.max(...histories.map(({ askedAt }) => Date.parse(askedAt)));
  const since = new Date(newest);
  since.setUTCFullYear(since.getUTCFullYear() - YEARS);
  return histories
    .flatMap(confirmedSteps)
    .filter(({ release }) => release.releasedAt !== null && Date.parse(release.releasedAt) >= since.getTime())
    .sort((a, b) => size(b) - size(a));
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

/** What later measurements of a step found: a sentence for each. */
export function repeatSentences({ repeats }: ShownStep, { format, releases }: Messages): string[] {
  return repeats.map(({ startedAt, ratio, low, high, isThere }) =>
    releases[isThere ? 'repeated' : 'notRepeated'](
      format.day(startedAt),
      format.change(ratio),
      format.change(low),
      format.change(high),
    ),
  );
}

/** What a history is of: `Gin`, or `Go, below Gin raw`. */
export function historyTitle(
  { package: { role, title } }: ShownHistory,
  name: string,
  messages: Messages,
): string {
  return role === 'framework' ? title : messages.releases.below(title, name);
}

/** Releases with a row: what was left out is named in a line of its own. */
export function releasesWithRow({ releases }: ShownHistory): ShownRelease[] {
  return releases.filter(({ state }) => state !== 'left-out').toReversed();
}

export function leftOutReleases({ releases }: ShownHistory): string[] {
  return releases.filter(({ state }) => state === 'left-out').map(({ version }) => version);
}

/** A release of the chart: `[time, version, [ratio, low, high] of each scenario]`. */
type ChartPoint = [time: number, version: string, costs: ([number, number, number] | null)[]];

export interface ReleaseChart {
  scenarios: string[];
  /** Sorted by date. */
  points: ChartPoint[];
  /** Places of points on the line: a release of an older series, made later, stands beside it. */
  line: number[];
  /** Releases to name, with the change: `1.10.1 +8.0 %`; the largest first, since not all may have room. */
  steps: { version: string; scenario: number; text: string }[];
}

/** Returns what a chart needs; `null` if there are not two releases to draw. */
export function releaseChart(history: ShownHistory, messages: Messages): ReleaseChart | null {
  const known = history.releases.flatMap((release, place) => {
    const at = release.releasedAt === null ? null : Date.parse(release.releasedAt);
    const costs = release.costs.map((cost): [number, number, number] | null =>
      release.state === 'frozen' ? [1, 1, 1] : cost && [cost.ratio, cost.low, cost.high],
    );
    return at === null || costs.every((cost) => cost === null) ? [] : [{ at, place, release, costs }];
  });
  if (known.length < 2) return null;
  const byDate = known.toSorted((a, b) => a.at - b.at || a.place - b.place);
  let furthest = -1;
  const line = byDate.flatMap(({ place }, index) => {
    if (place < furthest) return [];
    furthest = place;
    return [index];
  });
  return {
    scenarios: history.scenarios.map(messages.scenarioTitle),
    points: byDate.map(({ at, release, costs }) => [at, release.version, costs]),
    line,
    steps: confirmedSteps(history)
      .sort((a, b) => size(b) - size(a))
      .map(({ step }) => ({
        version: step.to,
        scenario: history.scenarios.indexOf(step.scenario),
        text: `${step.to} ${messages.format.change(step.ratio)}`,
      })),
  };
}
