import {
  type JudgedRelease,
  type JudgedReleases,
  newestCosts,
  type ReleaseStep,
} from '../analysis/releases/judge-releases.ts';
import { type Release, type ReleaseHistory, variantName } from '../model/index.ts';
import { plural } from '../words/index.ts';
import type { Terminal } from './terminal.ts';

/** A history of releases as a table, with its steps below. */
export function renderReleases(
  { history, frozen, releases, steps }: JudgedReleases,
  terminal: Terminal,
): string {
  const { target, variant, scenarios, package: own } = history;
  const effectOf = newestCosts(releases);
  const rows = releases.map((release) => [
    release.version,
    release.releasedAt?.slice(0, 10) ?? '',
    ...scenarios.map((scenario) => costText(release, effectOf(release, scenario))),
    remarkOf(release),
  ]);
  const columns = [
    { title: 'release' },
    { title: 'date', narrow: { leaveOut: 2 } },
    ...scenarios.map((title) => ({ title, align: 'right' as const })),
    { title: '', narrow: { below: 1 } },
  ];
  const named = steps.filter(({ state }) => state !== 'none').map(stepLine);
  return [
    terminal.strong(`${own.title} in ${variantName(target, variant)}: CPU time per request beside ${frozen}`),
    terminal.table(columns, rows),
    ...(named.length > 0 ? ['', ...named] : []),
  ].join('\n');
}

/** A release that a history has or would get; without an outcome, it would be measured. */
type ListedRow = Omit<Release, 'outcome'> & { outcome: Release['outcome'] | null };

/** What a history has and what would be added to it, the newest first. */
export function renderPlan(
  {
    target,
    variant,
    package: own,
    together = [],
  }: Pick<ReleaseHistory, 'target' | 'variant' | 'package' | 'together'>,
  rows: readonly ListedRow[],
  terminal: Terminal,
): string {
  const lines = rows
    .toReversed()
    .map((row) => [
      row.version,
      row.releasedAt?.slice(0, 10) ?? '',
      row.outcome === null
        ? 'to measure'
        : row.outcome.state === 'measured'
          ? 'measured'
          : remarkOf({ outcome: row.outcome }),
    ]);
  const count = rows.filter(({ outcome }) => outcome === null).length;
  return [
    terminal.strong(
      `${own.title} (${own.name}) in ${variantName(target, variant)}: ${plural(count, 'release')} to measure`,
    ),
    ...(together.length > 0 ? [`moves together with ${together.join(', ')}`] : []),
    terminal.table([{ title: 'release' }, { title: 'date' }, { title: '', narrow: { wrap: 24 } }], lines),
  ].join('\n');
}

function costText({ outcome }: JudgedRelease, effect: JudgedRelease['figures'][number]['effect']): string {
  if (outcome.state === 'frozen') return '1';
  if (effect === null) return '';
  const half = (Math.sqrt(effect.high / effect.low) - 1) * 100;
  return `${effect.ratio.toFixed(3)} ± ${half.toFixed(1)} %`;
}

function remarkOf({ outcome }: Pick<Release, 'outcome'>): string {
  if (outcome.state === 'frozen') return 'frozen';
  if (outcome.state === 'measured') return '';
  return `${outcome.code.replaceAll('-', ' ')}: ${outcome.reason.split('\n')[0]?.slice(0, 70)}`;
}

function stepLine({ from, to, scenario, state, ratio, low, high }: ReleaseStep): string {
  const share = (value: number): string =>
    `${value >= 1 ? '+' : '−'}${(Math.abs(value - 1) * 100).toFixed(1)} %`;
  return `${state}: ${from} → ${to} ${scenario} ${share(ratio)} (${share(low)} … ${share(high)})`;
}
