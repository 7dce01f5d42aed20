import type { RunFact, RunFiguresData } from '@pitwall/bench/model';
import { judgedDifferences, type LogDifference, type LogSummary, logDifference } from '@pitwall/bench/stats';
import { browserStudentT } from './student-t.ts';

/** Compares two runs from their published figures, by the rules of the pages that publish writes. */
export interface FigureDifference extends LogDifference {
  target: RunFiguresData['targets'][number];
  scenario: string;
  loadShapeId: string;
  metric: RunFiguresData['metrics'][number];
  /** Geometric means of the values. */
  before: number;
  after: number;
}

export interface RunComparison {
  cells: number;
  significant: FigureDifference[];
  unresolved: FigureDifference[];
  same: FigureDifference[];
  changed: { kind: RunFact['kind']; of: string | null; before: string | null; after: string | null }[];
}

interface Figure extends Omit<FigureDifference, keyof LogDifference | 'before' | 'after'> {
  summary: LogSummary;
}

export function compareRuns(before: RunFiguresData, after: RunFiguresData): RunComparison {
  const earlier = new Map(before.launcher === after.launcher ? figuresOf(before) : []);
  const differences = [...figuresOf(after)].flatMap(([key, { summary, ...figure }]): FigureDifference[] => {
    const old = earlier.get(key)?.summary;
    if (old === undefined) return [];
    const compared = logDifference(old, summary, figure.metric, browserStudentT);
    if (compared === null) return [];
    return [
      {
        ...figure,
        before: Math.exp(old.centre),
        after: Math.exp(summary.centre),
        ...compared,
      },
    ];
  });
  return { cells: differences.length, ...judgedDifferences(differences), changed: changed(before, after) };
}

/** Keys each figure by all that must be equal in two figures to be compared. */
function figuresOf({
  targets,
  scenarios,
  loadShapes,
  metrics,
  figures,
}: RunFiguresData): Map<string, Figure> {
  return new Map(
    figures.flatMap(([t, s, version, l, m, count, centre, deviation]): [string, Figure][] => {
      const [target, scenario, loadShape, metric] = [targets[t], scenarios[s], loadShapes[l], metrics[m]];
      if (!target || !scenario || !loadShape || !metric) return [];
      const { id, seconds, inBlocks } = loadShape;
      const key = [target.target, target.variant, scenario, version, id, seconds, inBlocks, metric.id].join(
        ' ',
      );
      const summary = { centre, deviation, count };
      return [[key, { target, scenario, loadShapeId: id, metric, summary }]];
    }),
  );
}

function changed(before: RunFiguresData, after: RunFiguresData): RunComparison['changed'] {
  const old = new Map(before.facts.map(({ kind, of, value }) => [`${kind} ${of}`, value]));
  return after.facts.flatMap(({ kind, of, value }) => {
    const was = old.get(`${kind} ${of}`);
    return was === undefined || was === value ? [] : [{ kind, of, before: was, after: value }];
  });
}
