import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { clearResults } from '../../src/commands/project/clear-results.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { writeArtifact } from '../ci/support/artifact.ts';
import { gitIn } from '../ci/support/git.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { type MadeRepository, makeRepository } from '../measure/support/repository.ts';

let made: MadeRepository;
let git: ReturnType<typeof gitIn>;
const all: MadeRepository[] = [];
after(() => {
  for (const repository of all) repository.remove();
});
beforeEach(() => {
  made = makeRepository();
  all.push(made);
  git = gitIn(made.repository.root);
  git('init', '-q', '-b', 'main');
  writeArtifact(made.repository.results, 'm', 'aaaaaaa');
  made.write('results/releases/m/go-gin.raw/gin/history.json', '{}\n');
  made.write('results/README.md', 'results\n');
  made.write('results/published/study.json', '{}\n');
  git('add', 'results');
  git('commit', '-qm', 'results of somebody else');
});
const clear = async (yes: boolean): Promise<string> => {
  const invocation = invocationIn(made, { options: yes ? { yes } : {} });
  assert.equal(await clearResults.run(invocation), exitCodes.ok);
  return invocation.output();
};
const run = (): string => join(made.repository.results, 'runs/m/2026/20260101T000000Z-aaaaaaa/run.json');

test('without --yes, says what would be removed, and removes nothing', async () => {
  const output = await clear(false);
  assert.match(output, /Would remove 4 files: 1 run, 0 comparisons and 1 history of releases of 1 machine/);
  assert.match(output, /clear-results --yes/);
  assert.ok(existsSync(run()));
});

test('removes measurements alone, and prints the command that brings each of them back', async () => {
  const output = await clear(true);
  assert.ok(!existsSync(run()));
  assert.ok(!existsSync(join(made.repository.results, 'releases')));
  assert.ok(existsSync(join(made.repository.results, 'published/study.json')));
  assert.ok(existsSync(join(made.repository.results, 'README.md')));
  git('commit', '-qm', 'Begin with empty results');
  assert.match(await clear(true), /no measurements/);
  const back = /Bring them back: git (.*)/.exec(output)?.[1] ?? '';
  git(...back.split(' '));
  assert.ok(existsSync(run()));
  assert.equal(git('diff', '--stat', 'HEAD~1', '--', 'results'), '');
});

test('what is not committed would be lost, so nothing is removed', async () => {
  writeArtifact(made.repository.results, 'm', 'bbbbbbb');
  assert.match((await refusalOf(() => clear(true))).what, /not committed/);
  rmSync(join(made.repository.results, 'runs/m/2026/20260101T000000Z-bbbbbbb'), { recursive: true });
  writeArtifact(made.repository.results, 'm', 'aaaaaaa', { requests: [1, 2, 3] });
  assert.match((await refusalOf(() => clear(true))).what, /not committed/);
  assert.ok(existsSync(run()));
});
