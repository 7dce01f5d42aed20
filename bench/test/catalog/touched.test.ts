import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { readTargets, variantsOf } from '../../src/catalog/targets.ts';
import { changedPaths, rotate, touchedAndRotating } from '../../src/catalog/touched.ts';
import { chosenVariants } from '../../src/commands/measuring/chosen.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { makeRepository } from '../measure/support/repository.ts';

const made = makeRepository();
after(() => made.remove());
const { root } = made.repository;
const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
for (const name of ['a', 'b', 'c', 'd']) made.addTarget(name);
git('init', '-q');
git('add', 'targets');
git('commit', '-qm', 'one');
const first = git('rev-parse', 'HEAD');
const choose = async (base: string, more: number) => {
  const { touched, rotating } = await touchedAndRotating(
    root,
    readTargets(made.repository).flatMap(variantsOf),
    base,
    more,
  );
  return { touched, rotating };
};

test('the targets that a change touches, committed or not', async () => {
  assert.deepEqual(await choose(first, 0), { touched: [], rotating: [] });
  made.write('targets/javascript/b/server.js', 'changed');
  assert.deepEqual((await choose(first, 0)).touched, ['javascript/b']);
  git('commit', '-qam', 'two');
  assert.deepEqual((await choose(first, 0)).touched, ['javascript/b']);
  assert.deepEqual((await choose('HEAD', 0)).touched, []);
});

test('of branches that parted in several places, what head changed since one of them', async () => {
  const aside = makeRepository();
  after(() => aside.remove());
  const other = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
      cwd: aside.repository.root,
      encoding: 'utf8',
    }).trim();
  const commit = (name: string): void => {
    aside.write(name, name);
    other('add', name);
    other('commit', '-qm', name);
  };
  other('init', '-q', '-b', 'main');
  commit('start');
  other('checkout', '-q', '-b', 'stacked');
  commit('below');
  other('checkout', '-q', 'main');
  commit('meanwhile');
  // Each takes over the other: both commits are merge bases.
  other('checkout', '-q', '-b', 'above', 'stacked');
  other('merge', '-q', '--no-edit', 'main');
  commit('own');
  other('checkout', '-q', 'main');
  other('merge', '-q', '--no-ff', '--no-edit', 'stacked');
  assert.equal(other('merge-base', '--all', 'main', 'above').split('\n').length, 2);
  const changed = await changedPaths(aside.repository.root, 'main', 'above');
  assert.ok(changed.includes('own') && !changed.includes('start'), changed.join());
});

test('a head that has no commit in common with the base is refused', async () => {
  const orphan = git('commit-tree', '-m', 'a history of its own', 'HEAD^{tree}');
  const refusal = await refusalOf(() => changedPaths(root, 'HEAD', orphan));
  assert.match(refusal.what, /no commit in common/);
  assert.equal(refusal.where, `revision HEAD, head ${orphan}`);
});

test('others take turns from commit to commit, until all have been taken', async () => {
  const seen = new Set<string>();
  for (let commit = 0; commit < 4; commit++) {
    git('commit', '-q', '--allow-empty', '-m', 'next');
    for (const id of (await choose('HEAD', 1)).rotating) seen.add(id);
  }
  assert.equal(seen.size, 4);
  assert.deepEqual(rotate(['a', 'b', 'c'], 5, 2), ['c', 'a']);
  assert.deepEqual(rotate(['a'], 3, 5), ['a']);
  assert.deepEqual(rotate([], 3, 5), []);
});

test('those that no change asks for come first, and the others begin with another one each time', async () => {
  const all = readTargets(made.repository).flatMap(variantsOf);
  const base = git('rev-parse', 'HEAD');
  for (const name of ['a', 'b', 'c']) made.write(`targets/javascript/${name}/server.js`, `changed ${name}`);
  const firstTouched = new Set<string>();
  for (let commit = 0; commit < 3; commit++) {
    git('commit', '-q', '--allow-empty', '-am', 'next');
    const { targetVariants } = await touchedAndRotating(root, all, base, 1);
    const [rotating, touched] = targetVariants.map(({ target }) => target.id);
    assert.equal(rotating, 'javascript/d');
    firstTouched.add(touched ?? '');
  }
  assert.equal(firstTouched.size, 3);
});

test('what every target reads touches them all', async () => {
  const base = git('rev-parse', 'HEAD');
  made.write('targets/shared/sentence.txt', '另一句。');
  assert.equal((await choose(base, 2)).touched.length, 4);
  assert.deepEqual((await choose(base, 2)).rotating, []);
});

test('a target that git does not track yet is new, unless git ignores it', async () => {
  const base = git('rev-parse', 'HEAD');
  git('stash', '-q');
  made.write('.gitignore', 'build/\n');
  made.write('targets/javascript/a/build/server', 'made');
  assert.deepEqual((await choose(base, 0)).touched, []);
  made.addTarget('e');
  assert.deepEqual((await choose(base, 0)).touched, ['javascript/e']);
});

test('a revision that is none is refused, also one that looks like an option', async () => {
  for (const base of ['nowhere', '--output=x', 'HEAD:targets']) {
    const refusal = await refusalOf(() => choose(base, 0));
    assert.match(refusal.what, /No such revision/);
    assert.equal(refusal.where, `revision ${base}`);
  }
  const { where } = await refusalOf(() => chosenVariants(made.repository, [], { since: 'nowhere' }));
  assert.equal(where, '--since nowhere');
});
