import {
  type MetricId,
  metricOf,
  type ShownChangePoint,
  type SiteIndex,
  type VerdictData,
} from '@pitwall/bench/model';
import { inSentence } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { addresses } from '../page/links.ts';
import type { Names } from '../page/names.ts';
import { runtimeText, withVersion } from '../page/versions.ts';
import { movedBy } from '../runs/moved.ts';
import { type NamedStep, stepSentence } from './releases-view.ts';

/** What sentences need of a comparison of base and head. */
export type ComparedSides = Pick<VerdictData, 'machine' | 'id' | 'startedAt' | 'pairs' | 'warmup'> & {
  cells: readonly Pick<
    VerdictData['cells'][number],
    'pair' | 'scenario' | 'metric' | 'state' | 'effect' | 'differs' | 'minimumEffect'
  >[];
};
type Sides = VerdictData['pairs'][number];
type Side = Sides['base'];
type Cell = ComparedSides['cells'][number];

/** A change in a sentence, with the page that proves it. */
export interface ChangeSentence {
  text: string;
  /** Targets that it is about. */
  targets: string[];
  machine: string;
  startedAt: string;
  /** Address of the proof. */
  proof: string;
  /** How it is known: measured together, confirmed so after history suggested it, or seen in history only. */
  known: 'together' | 'confirmed' | 'history' | 'machine';
  /** Whether anything became worse. */
  worse: boolean;
}

/** One sentence for each pair of sides: `Gin 1.12.0 against 1.10.1: small JSON costs 4.8 % more CPU per request`. */
export function comparisonSentences(
  comparison: ComparedSides,
  messages: Messages,
  names: Names,
): ChangeSentence[] {
  const { machine, id, startedAt, pairs } = comparison;
  return pairs.map((sides, index): ChangeSentence => {
    const cells = comparison.cells.filter(({ pair }) => pair === index);
    return {
      text: `${sidesTitle(sides, messages, names)}${messages.colon}${cellsSentence(cells, messages)}`,
      targets: [...new Set([sides.head.target, sides.base.target])],
      machine,
      startedAt,
      proof: addresses.verdict(machine, id),
      known: 'together',
      worse: cells.some(({ state }) => state === 'regressed'),
    };
  });
}

/** A proven step between two releases; `null` if what was measured side by side is not there any more. */
export function releaseSentence(one: NamedStep, messages: Messages, names: Names): ChangeSentence | null {
  const { history, step } = one;
  if (step.proof === null) return null;
  const sentence = stepSentence(one, messages);
  // A runtime's name does not say which server ran on it.
  const isOfFramework = history.package.role === 'framework';
  return {
    text: isOfFramework ? sentence : messages.releases.measuredWith(sentence, names(history)),
    targets: [history.target],
    machine: history.machine,
    startedAt: step.proof.startedAt,
    proof: addresses.releasesOf(history.target),
    known: 'together',
    worse: step.ratio > 1,
  };
}

/** Whether both sides are one program: such a comparison shows how often a change is seen that is none. */
export function isOfItself({ base, head }: Sides): boolean {
  const whole = ({ label, target, variant, revision, framework, runtime }: Side): string =>
    JSON.stringify([label, target, variant, revision, framework.version, runtime.version]);
  return whole(base) === whole(head);
}

/** Whether a comparison is of two targets alone: what one costs more than the other is no regression. */
export function isOfTargets({ pairs }: Pick<VerdictData, 'pairs'>): boolean {
  return pairs.every(({ base, head }) => base.target !== head.target);
}

/** A target variant with the versions of its lock file, as a side of a comparison may be. */
export interface Sided {
  target: string;
  variant: string;
}

/** Names two target variants in either order. */
export function pairKey(...pair: [Sided, Sided]): string {
  return pair
    .map(({ target, variant }) => `${target}:${variant}`)
    .sort()
    .join(' ');
}

/** The two that a pair of sides holds against each other; `null` if a side has other versions than its lock file. */
export function pairOfSides({ base, head }: Sides): string | null {
  return base.pinned === null && head.pinned === null ? pairKey(base, head) : null;
}

/** The side of a pair that is `one`, if `other` is on the other side; `null` if the pair is of others. */
export function sideAgainst(sides: Sides, one: Sided, other: Sided): keyof Sides | null {
  if (pairOfSides(sides) !== pairKey(one, other)) return null;
  return sides.head.target === one.target && sides.head.variant === one.variant ? 'head' : 'base';
}

/** Names both sides by what differs: version, runtime, variant or commit. */
export function sidesTitle({ base, head }: Sides, messages: Messages, names: Names): string {
  const { sides } = messages.changes;
  // The variant of most targets says how they reach a database, which is not what these sentences are about.
  const nameOf = ({ framework, target, variant }: Side): string =>
    names({ target, name: framework.name, variant: variant === 'raw' ? 'default' : variant });
  const versioned = (side: Side): string => withVersion({ ...side.framework, name: nameOf(side) });
  const at = ({ revision }: Side): string | null => revision?.slice(0, 7) ?? null;
  if (isOfItself({ base, head })) return sides.itself(versioned(head));
  if (base.target !== head.target || base.variant !== head.variant) {
    return sides.against(versioned(head), versioned(base));
  }
  const [before, after] = [base.framework.version, head.framework.version];
  if (before !== after && before !== null && after !== null) return sides.against(versioned(head), before);
  if (base.runtime.version !== head.runtime.version) {
    return sides.on(
      versioned(head),
      runtimeText(head.runtime, messages),
      runtimeText(base.runtime, messages),
    );
  }
  return base.revision === head.revision
    ? sides.against(versioned(head), base.label)
    : sides.commits(nameOf(head), at(head), at(base));
}

/** What became of the cells: changed ones first, with their size, then those that stayed and the open ones. */
export function cellsSentence(cells: readonly Cell[], messages: Messages): string {
  const { changes: text } = messages;
  const title = ({ scenario }: Cell): string => inSentence(messages.scenarioTitle(scenario));
  // Where the metrics of a scenario fared differently, each says which it is.
  const isMixed = ({ scenario }: Cell): boolean =>
    new Set(cells.flatMap((cell) => (cell.scenario === scenario ? cell.state : []))).size > 1;
  const whole = (cell: Cell): string =>
    isMixed(cell) ? title(cell) + messages.inBrackets(messages.metricTitles[cell.metric]) : title(cell);
  const titles = (own: readonly Cell[]): string[] => [...new Set(own.map(whole))];
  const changed = cells.filter(({ state }) => state === 'regressed' || state === 'improved');
  const unchanged = cells.filter(({ state }) => state === 'same');
  const same = titles(unchanged);
  const open = titles(cells.filter(({ state }) => state === 'undecided'));
  const clauses = [...Map.groupBy(changed, ({ metric }) => metric)].map(([metric, own]) =>
    own
      .map((cell, place) => {
        const worse = cell.state === 'regressed';
        const share = shareOf(cell.effect?.ratio ?? 1, metric, messages);
        return place === 0
          ? text.clauses[metric](title(cell), share, worse)
          : text.further[metric](title(cell), share, worse);
      })
      .join(messages.comma),
  );
  const largest = Math.max(0, ...unchanged.map(({ minimumEffect }) => minimumEffect));
  const limit = messages.format.percent(largest);
  const parts = [
    ...clauses,
    ...(same.length > 0 ? [text.same(messages.list(same), same.length, limit)] : []),
    ...(open.length > 0 ? [text.open(messages.list(open), open.length)] : []),
  ];
  return `${parts.length === 0 ? text.nothing : parts.join(messages.semicolon)}${messages.stop.trim()}`;
}

/** By how much a figure changed, without the sign. */
function shareOf(cost: number, metric: MetricId, { format }: Messages): string {
  return format.change(movedBy(cost, metricOf(metric).direction)).slice(1);
}

/** `3.1.0 → 3.2.0`, with `?` for a version that is not known; `null` if both are the same. */
export function versionsText({ last, first }: Pick<ShownChangePoint, 'last' | 'first'>): string | null {
  return last.version === first.version ? null : `${last.version ?? '?'} → ${first.version ?? '?'}`;
}

/** Whether both commits were measured at once since, and differ in the same direction. */
export function isConfirmedBy({
  cost,
  confirmation,
}: Pick<ShownChangePoint, 'cost' | 'confirmation'>): boolean {
  return confirmation?.state === (cost > 1 ? 'regressed' : 'improved');
}

/** Returns the address of the series in which a change shows; `null` if the change belongs to another machine. */
export function trendOf(
  change: ShownChangePoint,
  { trends, machines }: Pick<SiteIndex, 'trends' | 'machines'>,
): string | null {
  const { machine, target, scenario } = change;
  const hasTrend =
    machine === machines[0]?.machine.id &&
    trends.some((one) => one.target === target && one.scenario === scenario);
  return hasTrend ? addresses.trendOf(change) : null;
}

/** `Koa cluster, small JSON: throughput has been 12 % worse since 3 June 2026 (3.1.0 → 3.2.0).` */
export function levelSentence(
  change: ShownChangePoint,
  messages: Messages,
  names: Names,
  index: Pick<SiteIndex, 'trends' | 'verdicts' | 'machines'>,
): ChangeSentence {
  const { target, machine, scenario, metric, cost, first, cause, confirmation } = change;
  const { changes: text } = messages;
  const isConfirmed = isConfirmedBy(change);
  const comparison = index.verdicts.find(
    (one) => one.machine === machine && one.id === confirmation?.comparison,
  );
  return {
    text: text.level({
      name: names(change),
      scenario: messages.scenarioTitle(scenario),
      metric: messages.metricTitles[metric],
      share: shareOf(cost, metric, messages),
      worse: cost > 1,
      day: messages.format.day(first.startedAt),
      versions: versionsText(change),
    }),
    targets: [target],
    machine,
    startedAt: first.startedAt,
    proof:
      isConfirmed && comparison
        ? addresses.verdict(comparison.machine, comparison.id)
        : (trendOf(change, index) ?? addresses.regressions),
    known: isConfirmed ? 'confirmed' : cause === 'machine' ? 'machine' : 'history',
    worse: cost > 1,
  };
}
