import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { compare } from '../../../src/commands/comparing/compare.ts';
import { exitCodes } from '../../../src/util/errors.ts';
import { repository as thisRepository } from '../../../src/util/repository.ts';
import { invocationIn } from '../support/invocation.ts';
import { makeRepository, serving } from '../support/repository.ts';

const made = makeRepository();
after(() => made.remove());
const { root } = made.repository;
const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

test('compare measures against the commit where head left the revision, by which it selects', async () => {
  made.write('targets/CONTRACT.md', readFileSync(join(thisRepository.targets, 'CONTRACT.md'), 'utf8'));
  made.write('.gitignore', 'node_modules\n.cache\nstate\n');
  made.addTarget('plain', 'right', serving('plaintext'));
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'first');
  const parting = git('rev-parse', 'HEAD');
  git('checkout', '-qb', 'change');
  made.write('targets/javascript/plain/note.txt', 'a change of head');
  git('add', '.');
  git('commit', '-qm', 'of head');
  git('checkout', '-q', 'main');
  made.addTarget('plain', 'right', serving('plaintext', 'counter'));
  git('commit', '-qam', 'of main alone');
  // Only main serves the scenario, and only since head left it: head has not lost it.
  const call = (base: string) =>
    invocationIn(made, { arguments: [base], options: { head: 'change', scenario: ['counter'] } });
  const since = call('main');
  assert.equal(await compare.run(since), exitCodes.ok, since.progress());
  assert.match(since.progress(), new RegExp(`Base is ${parting}, where change left main\\.`));
  assert.match(since.progress(), /No target differs from main in counter/);
  const read = { ...call('main'), options: { ...since.options, json: true } };
  await compare.run(read);
  assert.equal(JSON.parse(read.output()), null, 'a program reads one document in any case');
  const same = call(parting);
  await compare.run(same);
  assert.doesNotMatch(same.progress(), /Base is/);
});
