import type { LoadShape, Profile, Run, ScenarioId, TargetRun } from '../../src/model/index.ts';
import type { RunResult } from '../../src/results/read-results.ts';
import { runOf } from './small-results.ts';

const wrk: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };

function blocksProfile(name: string, scenarios: ScenarioId[], blocks = 3): Profile {
  return {
    name,
    description: '',
    scenarios,
    loadShapes: [wrk],
    blocks,
    sliceSeconds: 1,
    cycles: 2,
    warmup: { maxSeconds: 20, otherwise: 'mark', curve: scenarios[0] as ScenarioId },
    coldStarts: 0,
  };
}

/** A finished run in blocks; day of January 2026. */
export function runInBlocks(
  day: number,
  name: string,
  targets: TargetRun[],
  parts: Partial<Run> & { scenarios?: ScenarioId[] } = {},
): RunResult {
  const startedAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const { scenarios = ['json'], ...rest } = parts;
  const profile = blocksProfile(name, scenarios);
  const blocks = Array.from({ length: profile.blocks }, (_, block) => ({
    block,
    startedSeconds: block * 60,
    seconds: 60,
    groups: 1,
  }));
  return runOf(targets, { id: `${name}-${day}`, startedAt, profile, blocks, ...rest });
}
