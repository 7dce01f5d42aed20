import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MetricId, profileSchema } from '../../src/model/index.ts';
import { duetCommand, runOptions } from '../../src/words/index.ts';
import { roundsProfile } from '../publish/small-results.ts';

const profile = profileSchema.parse({
  name: 'standard',
  description: '',
  scenarios: ['json', 'menus'],
  loadShapes: [{ loader: 'wrk', connections: 64 }],
  blocks: 3,
  sliceSeconds: 1,
  cycles: 2,
  coldStarts: 0,
  warmup: { maxSeconds: 120, otherwise: 'mark' },
});

test('a run is repeated with the starts and the seed that it had, not with those of its profile today', () => {
  const run = { profile, launcher: 'process' as const, seed: 7 };
  const today = [{ name: 'standard', scenarios: ['menus' as const, 'json' as const], blocks: 5 }];
  assert.equal(runOptions(run, today), '--profile standard --blocks 3 --seed 7');
  const timed = { ...run, profile: { ...run.profile, minutes: 95 } };
  assert.equal(runOptions(timed, today), '--profile standard --blocks 3 --minutes 95 --seed 7');
});

test('scenarios that the profile does not have are named, and so is a launcher that is not the usual one', () => {
  const run = { profile, launcher: 'compose' as const, seed: 7 };
  const expected =
    '--profile standard --blocks 3 --scenario json --scenario menus --launcher compose --seed 7';
  assert.equal(runOptions(run, [{ name: 'standard', scenarios: ['json'] }]), expected);
  assert.equal(runOptions(run), expected);
});

test('a change is confirmed by a comparison that measures its metric, as its runs started servers', () => {
  const of = (metric: MetricId, launcher?: 'process' | 'compose') =>
    duetCommand(
      { target: 'go/gin', variant: 'raw', scenario: 'json', metric, ...(launcher && { launcher }) },
      'a'.repeat(40),
      'b'.repeat(40),
    );
  const both = 'npm run bench -- duet go/gin:raw@aaaaaaaaaaaa go/gin:raw@bbbbbbbbbbbb --scenario json';
  assert.equal(of('cpuPerRequestNanoseconds'), both);
  assert.equal(of('throughputPerSecond'), `${both} --in-turn`);
  assert.equal(of('latencyP99Seconds', 'compose'), `${both} --in-turn --launcher compose`);
  assert.equal(of('peakMemoryBytes'), null, 'no comparison measures it');
});

test('a run in rounds has the option of its time', () => {
  assert.equal(
    runOptions({ profile: roundsProfile, launcher: 'process', seed: 1 }),
    '--profile quick --rounds 3 --scenario json --seed 1',
  );
});
