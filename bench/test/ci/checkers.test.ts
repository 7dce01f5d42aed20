import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { CHECKERS_NEXT, type CheckerName, findChecker } from '../../src/ci/checkers.ts';
import { repository } from '../../src/util/repository.ts';

/** Workflows, Dockerfiles and scripts under the programs that know their mistakes. CI has them all, by `ci tools`. */
const required = process.env.PITWALL_CHECKERS === 'required';

function check(what: string, name: CheckerName, words: () => string[]): void {
  const program = findChecker(repository, name);
  const skip = program === null && !required && `no ${name} on this machine: ${CHECKERS_NEXT}`;
  test(what, { skip }, () => {
    assert.ok(program, `no ${name}: ${CHECKERS_NEXT}`);
    const { status, stdout, stderr } = spawnSync(program, words(), {
      cwd: repository.root,
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
}

const tracked = (...patterns: string[]): string[] => {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...patterns], {
    cwd: repository.root,
    encoding: 'utf8',
  });
  return files.split('\0').filter(Boolean);
};

describe('checked by programs made for it', () => {
  const shellcheck = findChecker(repository, 'shellcheck');
  check('workflows: actionlint, and the scripts in them: shellcheck', 'actionlint', () => [
    ...(shellcheck === null ? [] : ['-shellcheck', shellcheck]),
  ]);
  check('workflows: zizmor at its strictest', 'zizmor', () => [
    '--offline',
    '--no-progress',
    '--quiet',
    '--persona',
    'pedantic',
    '.github',
  ]);
  check('Dockerfiles: hadolint', 'hadolint', () => {
    const files = globSync(['targets/*/*/Dockerfile*', 'bench/**/Dockerfile'], {
      cwd: repository.root,
    }).sort();
    assert.ok(files.length >= 13, 'Dockerfiles are missing');
    return files;
  });
  check('scripts: shellcheck', 'shellcheck', () => {
    const files = tracked('*.sh', '*.bash', '.ci/*');
    assert.ok(files.length >= 4, 'scripts are missing');
    return files;
  });
});
