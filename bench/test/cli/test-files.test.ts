import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import {
  BY_USER,
  dependsOnUser,
  filesAtOnce,
  groupOf,
  LONGEST,
  longestFirst,
  OVERLAPPING,
  SIDE_BY_SIDE,
  TURNS,
  testFiles,
  turnOf,
} from '../../src/commands/project/test-files.ts';
import { repository } from '../../src/util/repository.ts';

const { root } = repository;
const files = testFiles(root);

describe('which tests run how', () => {
  /** `{a,b}` written out, so that a folder that is gone does not hide behind the others. */
  const written = (pattern: string): string[] => {
    const [whole = '', choices = ''] = /\{([^}]*)\}/.exec(pattern) ?? [];
    return whole === '' ? [pattern] : choices.split(',').map((choice) => pattern.replace(whole, choice));
  };
  for (const pattern of [...SIDE_BY_SIDE, ...OVERLAPPING, ...LONGEST, ...TURNS.flat(), ...BY_USER].flatMap(
    written,
  )) {
    test(`${pattern} names tests`, () =>
      assert.ok(
        files.some((file) => matchesGlob(file, pattern)),
        pattern,
      ));
  }

  test('the longest files begin first, and no other order changes', () => {
    const [longest = ''] = files.filter((file) => file === 'site/test/site.test.ts');
    assert.deepEqual(longestFirst(['a', 'b', longest, 'c']), [longest, 'a', 'b', 'c']);
  });

  test('as many commits as there are turns run every whole run once', () => {
    const whole = files.filter((file) => TURNS.flat().some((pattern) => matchesGlob(file, pattern)));
    assert.ok(whole.length >= 10, `${whole.length}`);
    const turns = whole.map(turnOf);
    assert.deepEqual(
      [...new Set(turns)].sort(),
      TURNS.map((_, turn) => turn),
    );
    for (const file of whole)
      assert.equal(
        TURNS.filter((patterns) => patterns.some((pattern) => matchesGlob(file, pattern))).length,
        1,
        file,
      );
    assert.equal(turnOf('bench/test/stats/stats.test.ts'), null);
  });

  test('as an ordinary user run all that ask for rights, and neither pure ones nor the whole suite', () => {
    const chosen = files.filter((file) => dependsOnUser(root, file));
    for (const file of [
      'bench/test/cli/interrupt.test.ts',
      'bench/test/databases/mongodb.test.ts',
      'bench/test/results/results-on-disk.test.ts',
      'bench/test/process/command.test.ts',
      'bench/test/process/process-tree.test.ts',
    ])
      assert.ok(chosen.includes(file), file);
    const asking = files.filter((file) => /process\.getuid/.test(readFileSync(join(root, file), 'utf8')));
    assert.deepEqual(
      asking.filter((file) => !chosen.includes(file)),
      [],
    );
    assert.ok(!chosen.includes('bench/test/stats/stats.test.ts'));
    assert.ok(chosen.length < files.length / 2, `${chosen.length} of ${files.length}`);
  });

  test('no file is in two groups; what judges figures has the machine to itself, and whole runs wait for their turn', () => {
    const both = files.filter(
      (file) =>
        SIDE_BY_SIDE.some((pattern) => matchesGlob(file, pattern)) &&
        [...OVERLAPPING, ...TURNS.flat()].some((pattern) => matchesGlob(file, pattern)),
    );
    assert.deepEqual(both, []);
    assert.equal(groupOf('bench/test/stats/stats.test.ts'), 'side by side');
    assert.equal(groupOf('bench/test/databases/mysql.test.ts'), 'overlapping');
    assert.equal(groupOf('bench/test/verify/under-load.test.ts'), 'one by one');
    assert.equal(groupOf('bench/test/a-new-one.test.ts'), 'one by one');
    for (const judges of [
      'measure/duet/duet',
      'measure/blocks/mid-block-failures',
      'measure/blocks/warmed-together',
      'measure/blocks/few-connections',
      'load/live',
      'process/process-tree',
      'ci/act',
    ])
      assert.equal(groupOf(`bench/test/${judges}.test.ts`), 'one by one', judges);
    assert.deepEqual(
      (['side by side', 'overlapping', 'one by one'] as const).map((group) => filesAtOnce(group, 4)),
      [4, 5, 1],
    );
    assert.equal(turnOf('bench/test/ci/act.test.ts'), 0);
    // A run, its command and its interruption are tested every time.
    for (const file of ['measure/run-command', 'measure/not-starting', 'cli/interrupt', 'verify/under-load'])
      assert.equal(turnOf(`bench/test/${file}.test.ts`), null, file);
  });
});
