import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfile } from '../../src/catalog/profiles.ts';
import type { Profile, Run, TargetRun } from '../../src/model/index.ts';
import { withUnsettled } from '../../src/results/unsettled.ts';
import { repository } from '../../src/util/repository.ts';
import { targetOf, throughputCell } from '../publish/small-results.ts';

const profile: Profile = readProfile(repository, 'field');

/** Codes of the marks of a cell of two blocks. */
function marksOf(language: string, parts: Partial<Run> = {}, target: Partial<TargetRun> = {}) {
  const result = targetOf('go/gin', [throughputCell([10, 11])], { language, ...target });
  return withUnsettled({ profile, ...parts }, result).cells[0]?.marks.map(({ code, rounds }) => [
    code,
    rounds,
  ]);
}

test('a runtime that compiles as it runs is marked in blocks that did not let it settle', () => {
  for (const language of ['Java', 'Kotlin', 'JavaScript', 'TypeScript'])
    assert.deepEqual(marksOf(language), [['unsettled', [0, 1]]], language);
  for (const language of ['Go', 'Rust', 'Python', 'PHP']) assert.deepEqual(marksOf(language), [], language);
});

test('the JVM is marked where it met the probes only as it settled', () => {
  assert.deepEqual(marksOf('Scala', { settled: 'with-probes' }), [['unsettled', [0, 1]]]);
  assert.deepEqual(marksOf('JavaScript', { settled: 'with-probes' }), []);
});

test('what runs on Node is marked where it idled between its visits, or thought so', () => {
  const settled = 'warmed-with-probes';
  const on = (name: string, parts: Partial<Run> = {}) =>
    marksOf('JavaScript', { settled, ...parts }, { runtime: { name, version: null } });
  assert.deepEqual(on('Node.js'), [['unsettled', [0, 1]]]);
  for (const waiting of ['paused', 'all-paused'] as const)
    assert.deepEqual(on('Node.js', { waiting }), [['unsettled', [0, 1]]], waiting);
  assert.deepEqual(on('Node.js', { waiting: 'all-kept-warm' }), []);
  assert.deepEqual(on('Bun'), []);
});

test('it is not marked where it settled, or in a run in rounds', () => {
  assert.deepEqual(marksOf('Java', { settled: 'warmed-with-probes' }), []);
  const { blocks, cycles, sliceSeconds, ...rest } = profile;
  const rounds = {
    ...rest,
    rounds: 3,
    warmup: { minSlices: 1, maxSlices: 2, toleranceRatio: 0.1 },
    measureSeconds: 2,
  };
  assert.deepEqual(marksOf('Java', { profile: rounds as unknown as Run['profile'] }), []);
});
