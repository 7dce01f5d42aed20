import {
  databaseName,
  describeLoadShape,
  type MissingReason,
  metricOf,
  type RankingTable,
  scenarioOf,
  variantName,
} from '../model/index.ts';
import { formatMetric, formatRank } from './format.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Characters of the widest bar. */
const BAR_WIDTH = 16;

const absence: Record<MissingReason, string> = {
  'not-counted-by-target': 'it keeps no count',
  'not-told-by-loader': 'the loader does not tell',
  'no-database': 'no database',
  'too-few-samples': 'too few requests for this percentile',
  'too-few-rounds': 'too few rounds',
  'no-accounting': 'the machine does not account for it',
  'round-failed': 'no round gave a figure; its result file says why under failures',
  'tool-missing': 'the tool is missing',
  'not-in-profile': 'not in this profile',
};

/** A ranking as a table: rank interval, figure, 95 % interval, factor to the best, bar from zero. */
export function renderRanking(ranking: RankingTable, terminal: Terminal): string {
  const metric = metricOf(ranking.metric);
  const { ceiling, plateau } = ranking;
  const format = (value: number): string => formatMetric(value, metric.unit);
  const figures = ranking.rows.flatMap(({ outcome }) =>
    'estimate' in outcome ? [outcome.estimate.median] : [],
  );
  const longest = Math.max(...figures, 0);
  const shown = ranking.rows.filter(({ outcome }) => 'estimate' in outcome);
  const rest = ranking.rows.filter(({ outcome }) => !('estimate' in outcome));
  const lines = shown.map(({ target, variant, outcome, marks, access }) => {
    if (!('estimate' in outcome)) return [];
    const { median, low, high } = outcome.estimate;
    return [
      outcome.kind === 'ranked' ? formatRank(outcome.rank.best, outcome.rank.worst) : '–',
      variantName(target, variant) + (access && access.kind !== 'raw' ? ` (${access.kind})` : ''),
      format(median),
      low === null || high === null ? 'one round' : `${format(low)} – ${format(high)}`,
      outcome.kind === 'ranked' && outcome.factor !== null ? `${outcome.factor.toFixed(2)}×` : '',
      ...(ceiling ? [`${Math.round((median / ceiling.throughputPerSecond) * 100)} %`] : []),
      '█'.repeat(Math.max(1, Math.round((median / longest) * BAR_WIDTH))),
      marks.map(({ code }) => code).join(', '),
    ];
  });
  const unit = metric.unit === 'perSecond' ? 'requests/s' : '';
  return [
    terminal.strong(
      `${scenarioOf(ranking.scenario).title}: ${metric.title.toLowerCase()}, ${metric.direction} is better`,
    ),
    terminal.faint(
      [
        describeLoadShape(ranking.loadShape),
        ...(ranking.database ? [databaseName(ranking.database)] : []),
        'median of fresh starts with its 95 % interval',
      ].join(' · '),
    ),
    table(
      [
        { title: 'rank', align: 'right' },
        { title: 'target' },
        { title: unit || 'median', align: 'right' },
        { title: '95 % interval' },
        { title: 'to best', align: 'right' },
        ...(ceiling ? [{ title: 'of ceiling', align: 'right' as const }] : []),
        { title: '' },
        { title: '' },
      ],
      lines,
    ),
    ...(plateau
      ? [
          terminal.warn(
            `${plateau.targets.length} targets stop between ${format(plateau.lowPerSecond)} and ${format(plateau.highPerSecond)}: most likely at the loader's limit, not at theirs.`,
          ),
        ]
      : []),
    ...rest.flatMap(({ target, variant, outcome }) => {
      const why =
        outcome.kind === 'dropped'
          ? outcome.reason
          : outcome.kind === 'missing'
            ? absence[outcome.reason]
            : null;
      return why === null ? [] : [terminal.faint(`– ${variantName(target, variant)}: ${why}`)];
    }),
  ].join('\n');
}
