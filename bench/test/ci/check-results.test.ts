import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ciCheckResults } from '../../src/commands/ci/index.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';
import { gitIn } from './support/git.ts';

const made = makeRepository();
after(() => made.remove());
const git = gitIn(made.repository.root);
made.write('results/runs/m/2026/one/run.json', '{}\n');
made.write('results/README.md', 'results\n');
git('init', '-q', '-b', 'main');
git('add', 'results');
git('commit', '-qm', 'first');

/** A commit with the change on top of the first one, checked against it. */
function check(change: () => void, labels?: string[]): Promise<number> {
  git('checkout', '-q', '-f', '-B', 'topic', 'main');
  change();
  git('add', '-A', 'results');
  git('commit', '-q', '--allow-empty', '-m', 'change');
  const options = labels === undefined ? {} : { labels: JSON.stringify(labels) };
  return ciCheckResults.run(invocationIn(made, { arguments: ['HEAD^1'], options }));
}

describe('a measurement that is edited by hand', () => {
  const changes: [string, () => void][] = [
    ['edited', () => made.write('results/runs/m/2026/one/run.json', '{"better": true}\n')],
    ['added', () => made.write('results/comparisons/m/2026/two.json', '{}\n')],
    ['deleted', () => git('rm', '-q', 'results/runs/m/2026/one/run.json')],
    ['a history of releases', () => made.write('results/releases/m/go-gin/gin/history.json', '{}\n')],
    ['a calibration', () => made.write('results/calibrations/m.json', '{}\n')],
    ['of a kind that is not there yet', () => made.write('results/rankings/m.json', '{}\n')],
    ['of another machine', () => made.write('results/machines/mine.json', '{}\n')],
  ];
  for (const [what, change] of changes) {
    test(`${what}: refused, unless a maintainer labels it`, async () => {
      const refusal = await refusalOf(() => check(change));
      assert.match(refusal.next, /results-by-hand/);
      await refusalOf(() => check(change, ['bug']));
      assert.equal(await check(change, ['bug', 'results-by-hand']), exitCodes.ok);
    });
  }

  test('a submodule that the change itself tells git to ignore is refused, too', async () => {
    const refusal = await refusalOf(() =>
      check(() => {
        const path = 'results/runs/m/2026/two';
        const commit = git('rev-parse', 'main');
        git('update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
        mkdirSync(join(made.repository.root, path), { recursive: true });
        const ignored = `[submodule "two"]\n\tpath = ${path}\n\turl = ./two\n\tignore = all\n`;
        made.write('.gitmodules', ignored);
        git('add', '.gitmodules');
      }),
    );
    assert.match(refusal.seen, /results\/runs\/m\/2026\/two/);
  });

  test('documents of the results, and everything else, may change', async () => {
    for (const path of ['README.md', 'published/README.md', 'published/study.json', 'schemas/run.json'])
      assert.equal(await check(() => made.write(`results/${path}`, 'other\n')), exitCodes.ok, path);
    assert.equal(await check(() => {}), exitCodes.ok);
  });
});
