import { type Change, findChanges } from '../../analysis/changes.ts';
import { type Series, seriesOf } from '../../analysis/history.ts';
import { metrics, variantNameOf } from '../../model/index.ts';
import { readComparisons } from '../../results/comparison-store.ts';
import { readResults } from '../../results/read-results.ts';
import { SEGMENT_POINTS } from '../../stats/index.ts';
import { renderHistory } from '../../terminal/history.ts';
import { exitCodes } from '../../util/errors.ts';
import { unknownName } from '../../util/usage-errors.ts';
import { type Command, jsonOption, oneOf } from '../command.ts';
import { scenarioNamed } from '../measuring/scenario-option.ts';

/** Metrics that a history has, under one load or another. */
const comparedIds = metrics.flatMap(({ id, isCompared }) => (isCompared ? [id] : []));

export const history: Command = {
  name: 'history',
  summary: 'print where committed results changed from one level to another, and between which commits',
  takes: '[target...]',
  details: [
    'Change points of all series are judged together. One that the canary shares is due to the machine; the others are',
    'printed with the comparison that would confirm them, and marked once such a comparison is committed. All series are',
    'searched whatever is asked for, because a chance finding among many is no finding.',
  ].join(' '),
  options: {
    scenario: { type: 'string', value: '<id>', help: 'only this scenario' },
    metric: { type: 'string', value: '<id>', help: `only this metric: ${comparedIds.join(', ')}` },
    ...jsonOption,
  },
  async run({ arguments: names, options, repository, terminal }) {
    const { runs } = await readResults(repository.results);
    const all = seriesOf(runs);
    const scenario = options.scenario === undefined ? null : scenarioNamed(String(options.scenario)).id;
    const metric = options.metric === undefined ? null : oneOf('metric', options.metric, comparedIds);
    requireKnown(names, all);
    const series = all.filter(
      (one) =>
        (names.length === 0 || names.some((name) => isOf(one, name))) &&
        (scenario === null || one.scenario === scenario) &&
        (metric === null || one.metric === metric),
    );
    const asked = new Set(series);
    const changes = findChanges(all, readComparisons(repository.results)).filter((one) =>
      asked.has(one.series),
    );
    terminal.print(
      options.json
        ? JSON.stringify(changes.map(asData), null, 2)
        : renderHistory(series, changes, { segmentPoints: SEGMENT_POINTS }, terminal),
    );
    return exitCodes.ok;
  },
};

function asData({ series: { points, ...key }, last, first, ...change }: Change): unknown {
  const place = ({ run, startedAt, commit }: typeof last) => ({ run, startedAt, commit });
  return { ...key, points: points.length, ...change, last: place(last), first: place(first) };
}

type Named = Pick<Series, 'target' | 'variant'>;

function isOf(named: Named, name: string): boolean {
  return name === named.target || name === variantNameOf(named);
}

/** Throws a PitwallError with the names that a history knows unless all are among them. */
export function requireKnown(names: readonly string[], series: readonly Named[]): void {
  const unknown = names.find((name) => !series.some((one) => isOf(one, name)));
  if (unknown === undefined) return;
  const known = [...new Set(series.map(variantNameOf))];
  throw unknownName('target', unknown, known, {
    expected: `a target of a finished run: ${known.join(', ') || 'none yet'}`,
    next: 'Name one of them, or none for all: npm run bench -- history',
  });
}
