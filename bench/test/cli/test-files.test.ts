import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import { BY_USER, dependsOnUser, SIDE_BY_SIDE, testFiles } from '../../src/commands/project/test-files.ts';
import { repository } from '../../src/util/repository.ts';

const { root } = repository;
const files = testFiles(root);

describe('which tests run how', () => {
  /** `{a,b}` written out, so that a folder that is gone does not hide behind the others. */
  const written = (pattern: string): string[] => {
    const [whole = '', choices = ''] = /\{([^}]*)\}/.exec(pattern) ?? [];
    return whole === '' ? [pattern] : choices.split(',').map((choice) => pattern.replace(whole, choice));
  };
  for (const pattern of [...SIDE_BY_SIDE, ...BY_USER].flatMap(written)) {
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
});
