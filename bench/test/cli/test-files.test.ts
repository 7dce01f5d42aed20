import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import {
  BY_USER,
  dependsOnUser,
  groupOf,
  IN_PAIRS,
  isWhole,
  SIDE_BY_SIDE,
  testFiles,
  WHOLE,
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
  for (const pattern of [...SIDE_BY_SIDE, ...IN_PAIRS, ...WHOLE, ...BY_USER].flatMap(written)) {
    test(`${pattern} names tests`, () =>
      assert.ok(
        files.some((file) => matchesGlob(file, pattern)),
        pattern,
      ));
  }

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

  test('no file is in two groups; what measures has the machine to itself, and whole runs wait for --all', () => {
    const both = files.filter(
      (file) =>
        SIDE_BY_SIDE.some((pattern) => matchesGlob(file, pattern)) &&
        [...IN_PAIRS, ...WHOLE].some((pattern) => matchesGlob(file, pattern)),
    );
    assert.deepEqual(both, []);
    assert.equal(groupOf('bench/test/stats/stats.test.ts'), 'side by side');
    assert.equal(groupOf('bench/test/databases/mysql.test.ts'), 'two at a time');
    assert.equal(groupOf('bench/test/verify/under-load.test.ts'), 'one by one');
    assert.equal(groupOf('bench/test/a-new-one.test.ts'), 'one by one');
    assert.ok(isWhole('bench/test/ci/act.test.ts'));
    // A run, its command and its interruption are tested every time.
    for (const file of ['measure/run-command', 'measure/not-starting', 'cli/interrupt', 'verify/under-load'])
      assert.ok(!isWhole(`bench/test/${file}.test.ts`), file);
  });
});
