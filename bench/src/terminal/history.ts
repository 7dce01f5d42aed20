import type { Change } from '../analysis/changes.ts';
import type { Series } from '../analysis/history.ts';
import { metricOf, variantName } from '../model/index.ts';
import { duetCommand, english, inSentence, percentChange, plural } from '../words/index.ts';
import type { Terminal } from './terminal.ts';

/** Fewest points of a segment; a change point needs two segments. */
interface HistoryLimits {
  segmentPoints: number;
}

/** Lists the change points of all series, largest first, with the command that would confirm each, if one would. */
export function renderHistory(
  series: readonly Series[],
  changes: readonly Change[],
  { segmentPoints }: HistoryLimits,
  terminal: Terminal,
): string {
  const longest = Math.max(0, ...series.map(({ points }) => points.length));
  const able = series.filter(({ points }) => points.length >= 2 * segmentPoints).length;
  const lines = [
    terminal.strong(terminal.wrap(sentence(series.length, able, changes))),
    terminal.faint(
      terminal.wrap(
        able === 0
          ? `A change point needs ${2 * segmentPoints} runs, ${segmentPoints} on each side; the longest series has ${longest}.`
          : 'A series is one machine, target, scenario version, load and metric. More is worse.',
      ),
    ),
  ];
  if (changes.length === 0) return lines.join('\n');
  const rows = changes.map(({ series: one, last, first, before, after, cost, cause, confirmation }) => {
    const { unit, title } = metricOf(one.metric);
    return [
      variantName(one.target, one.variant),
      `${one.scenario} ${one.loadShapeId}`,
      inSentence(title),
      `${english.figure(unit, before)} → ${english.figure(unit, after)}`,
      percentChange(cost),
      `${last.startedAt.slice(0, 10)} … ${first.startedAt.slice(0, 10)}`,
      rangeText(last.commit, first.commit),
      CAUSES[cause],
      confirmation ? `${confirmation.state} when compared` : 'only in history',
    ];
  });
  return [
    ...lines,
    '',
    terminal.table(
      [
        { title: 'target' },
        { title: 'scenario' },
        { title: 'figure', narrow: { below: 6 } },
        { title: 'level', align: 'right', narrow: { below: 5 } },
        { title: 'cost', align: 'right' },
        { title: 'between runs of', narrow: { below: 2 } },
        { title: 'commits', narrow: { below: 1 } },
        { title: 'also changed', narrow: { below: 3 } },
        { title: 'confirmed', narrow: { below: 4 } },
      ],
      rows,
    ),
    '',
    ...confirming(changes),
  ].join('\n');
}

const CAUSES: Record<Change['cause'], string> = {
  machine: 'the canary: the machine',
  code: 'nothing else',
  unknown: '(no canary)',
};

function sentence(count: number, able: number, changes: readonly Change[]): string {
  if (count === 0) return 'No finished run has such a figure yet.';
  const own = changes.filter(({ cause }) => cause !== 'machine').length;
  const whole = `${count.toLocaleString('en')} series, ${able.toLocaleString('en')} of them long enough for a change point`;
  return changes.length === 0
    ? `${whole}: no change point.`
    : `${whole}: ${plural(changes.length, 'change point')}, ${own} not explained by the machine.`;
}

function rangeText(from: string | null, to: string | null): string {
  if (from === null || to === null) return 'not in git';
  return from === to ? `${to.slice(0, 7)}, unchanged` : `${from.slice(0, 7)}..${to.slice(0, 7)}`;
}

/** Commands that confirm changes by measuring both commits at the same time. */
function confirming(changes: readonly Change[]): string[] {
  const open = changes.filter(
    ({ cause, confirmation, last, first }) =>
      cause !== 'machine' && !confirmation && last.commit && first.commit && last.commit !== first.commit,
  );
  const commands = open.flatMap((change) => confirmCommand(change) ?? []);
  if (commands.length === 0) return [];
  return [
    'Confirm them by measuring both commits at the same time:',
    ...new Set(commands.map((command) => `  ${command}`)),
  ];
}

/** Returns `null` if comparisons do not measure the metric that changed. */
export function confirmCommand({ series, last, first }: Change): string | null {
  return duetCommand(series, last.commit, first.commit);
}
