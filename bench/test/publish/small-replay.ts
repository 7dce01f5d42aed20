import {
  type Cell,
  loadShapeId,
  type PublishedStudy,
  publishedStudySchema,
  type Replay,
  replayCells,
  replayFileSchema,
  replayProfile,
  replayShape,
  replaysOf,
  type TargetRun,
} from '../../src/model/index.ts';
import type { RunResult } from '../../src/results/read-results.ts';
import { runOf, targetOf, throughputCell } from './small-results.ts';

/** A study of three systems in one table, with a replay of it. */
export function smallStudy(change: object = {}): PublishedStudy {
  return publishedStudySchema.parse({
    title: 'Three',
    date: '2020-01',
    source: null,
    machine: 'a laptop',
    loader: 'wrk',
    loop: 'closed',
    rounds: 3,
    reduced: 'best throughput of 3',
    database: null,
    systems: { one: 'One 1.0', two: 'Two 1.0', three: 'Three 1.0' },
    rows: [
      { system: 'one', scenario: 'json', connections: 64, throughputPerSecond: 300 },
      { system: 'two', scenario: 'json', connections: 64, throughputPerSecond: 200 },
      { system: 'three', scenario: 'json', connections: 64, throughputPerSecond: 100 },
    ],
    notes: [],
    ...change,
  });
}

export function smallReplay(study: PublishedStudy = smallStudy()): Replay {
  const file = replayFileSchema.parse({
    load: { loader: 'wrk', connection: 'keep-alive', seconds: 10 },
    blocks: 5,
    warmup: { maxSeconds: 30, otherwise: 'mark' },
    systems: Object.keys(study.systems).map((system) => ({ system, target: `go/${system}` })),
    substitutes: [{ system: 'three', target: 'go/three:other', why: 'Another build.' }],
    differences: ['Today.'],
    shortcomings: [],
    scaled: { why: 'shorter', seconds: 2 },
  });
  const [whole] = replaysOf('three-systems', study, file);
  if (!whole) throw new Error('no replay');
  return whole;
}

/** A finished run of the replay with one table: requests a second, round by round, by target. */
export function smallReplayRun(
  replay: Replay,
  figures: Readonly<Record<string, number[] | Partial<Cell> | Partial<TargetRun>>>,
  parts: Parameters<typeof runOf>[1] = {},
): RunResult {
  const [row] = replay.published.rows;
  if (!row) throw new Error('no row');
  const loadShape = replayShape(replay, row);
  const own = { loadShape, loadShapeId: loadShapeId(loadShape), ratePerSecond: null };
  const targets = Object.entries(figures).map(([name, reported]) => {
    const [target = '', variant = 'default'] = name.split(':');
    if (Array.isArray(reported))
      return targetOf(target, [{ ...throughputCell(reported), ...own }], { variant });
    if ('state' in reported) return targetOf(target, [], { variant, ...reported });
    return targetOf(target, [{ ...throughputCell([1]), ...own, ...(reported as Partial<Cell>) }], {
      variant,
    });
  });
  return runOf(targets, { profile: replayProfile(replay), replay: replayCells(replay), ...parts });
}
