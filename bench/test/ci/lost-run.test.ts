import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { githubOf } from '../../src/ci/github/github.ts';
import { lostRun } from '../../src/ci/jobs/lost-run.ts';
import { ciLost } from '../../src/commands/ci/index.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { type MadeRepository, makeRepository } from '../measure/support/repository.ts';
import type { FakeRun } from './support/fake-gate.ts';
import { type FakeGitHub, REPOSITORY, startFakeGitHub } from './support/fake-github.ts';

/** What an earlier run measured and did not commit is found without anybody who looks for it. */

const { signal } = new AbortController();
const NOW = new Date('2026-03-10T00:00:00Z');
const OWN = 99;
let github: FakeGitHub;
let made: MadeRepository;
before(() => {
  made = makeRepository();
});
after(() => made.remove());
beforeEach(async () => {
  github = await startFakeGitHub();
});
afterEach(() => github.close());

/** How jobs ended, by their names. */
type Ends = Record<string, string>;
// A job that was skipped may have no number.
const WELL: Ends = { find: 'success', 'rescue ': 'skipped', measure: 'success', commit: 'success' };
const DEAD: Ends = { ...WELL, measure: 'failure', commit: 'failure' };

/** A run that has ended, newest first, with how its jobs ended and the names of its artifacts. */
function ran(
  id: number,
  ends: Ends,
  artifacts: string[] = ['results-m'],
  change: Partial<FakeRun> = {},
): void {
  github.runs.unshift({
    id,
    path: '.github/workflows/bench.yml',
    head_branch: 'main',
    head_repository: { full_name: REPOSITORY },
    event: 'schedule',
    status: 'completed',
    created_at: '2026-03-07T01:17:00Z',
    ...change,
  });
  github.jobs[id] = Object.entries(ends).map(([name, conclusion]) => ({ name, conclusion }));
  github.artifacts[id] = artifacts.map((name) => ({ name, archive: Buffer.from('') }));
}
const lost = (): Promise<number | null> => lostRun(githubOf(github.environment, signal), OWN, NOW);

describe('a run that did not commit what it measured', () => {
  test('is found if its commit failed, was cancelled, or never began', async () => {
    for (const commit of ['failure', 'cancelled', 'timed_out', 'skipped', undefined]) {
      github.runs = [];
      ran(5, { ...DEAD, ...(commit === undefined ? {} : { commit }) });
      if (commit === undefined)
        github.jobs[5] = github.jobs[5]?.filter(({ name }) => name !== 'commit') ?? [];
      assert.equal(await lost(), 5, commit ?? 'never began');
    }
  });

  test('is not one that committed, left nothing, or whose artifacts are gone', async () => {
    ran(5, WELL);
    assert.equal(await lost(), null);
    ran(6, DEAD, ['target-go-gin']);
    assert.equal(await lost(), null);
    ran(7, DEAD);
    github.artifacts[7] = [{ name: 'results-m', archive: Buffer.from(''), expired: true }];
    assert.equal(await lost(), null);
  });

  test('is found behind runs that died before they looked, or that looked while it still measured', async () => {
    ran(5, DEAD);
    ran(6, { find: 'failure' }, []);
    ran(7, WELL);
    assert.equal(await lost(), 5);
  });

  test('is found once: until a later run, of the schedule or by hand, has rescued it', async () => {
    ran(5, DEAD);
    ran(6, { ...WELL, 'rescue 5': 'success' });
    assert.equal(await lost(), null);
    ran(7, DEAD);
    assert.equal(await lost(), 7, 'the next one that dies is found');
    ran(8, { find: 'skipped', 'rescue 7': 'success' }, []);
    assert.equal(await lost(), null);
  });

  test('does not hide an older one, whether it can be rescued or not', async () => {
    ran(4, DEAD);
    ran(5, DEAD);
    assert.equal(await lost(), 5, 'the newest first');
    ran(6, { ...WELL, 'rescue 5': 'failure' });
    assert.equal(await lost(), 4);
    ran(7, { ...WELL, 'rescue 4': 'failure' });
    assert.equal(await lost(), 5, 'in turn');
    ran(8, { ...WELL, 'rescue 5': 'success' });
    assert.equal(await lost(), 4);
    ran(9, { ...WELL, 'rescue 4': 'cancelled' });
    assert.equal(await lost(), 4);
    ran(10, { ...WELL, 'rescue 4': 'success' });
    assert.equal(await lost(), null);
  });

  test('is found among those of releases too, until a run of bench has rescued it', async () => {
    const releases = { path: '.github/workflows/releases.yml' };
    ran(5, WELL);
    ran(6, { measure: 'success', commit: 'failure' }, ['results-releases'], releases);
    assert.equal(await lost(), 6);
    ran(7, { measure: 'success', commit: 'success' }, ['results-releases'], releases);
    assert.equal(await lost(), 6, 'a later one of releases looks for nothing');
    ran(8, { ...WELL, 'rescue 6': 'success' });
    assert.equal(await lost(), null);
  });

  test('is not the run that asks, one that still measures, or one of a stranger', async () => {
    ran(5, DEAD, ['results-m'], { created_at: '2026-02-20T00:00:00Z' });
    ran(OWN, DEAD);
    ran(100, DEAD, ['results-m'], { status: 'in_progress' });
    ran(101, DEAD, ['results-m'], { event: 'pull_request' });
    ran(102, DEAD, ['results-m'], { path: '.github/workflows/x.yml' });
    ran(103, DEAD, ['results-m'], { head_repository: { full_name: 'mallory/pitwall' } });
    ran(104, DEAD, ['results-m'], { head_branch: 'topic' });
    assert.equal(await lost(), null);
  });
});

test('the command says which, and hands its number to the job that commits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-lost-'));
  const output = join(folder, 'output');
  const ask = async (): Promise<string> => {
    writeFileSync(output, '');
    const invocation = invocationIn(made);
    const environment = { ...github.environment, GITHUB_RUN_ID: String(OWN), GITHUB_OUTPUT: output };
    assert.equal(await ciLost.run({ ...invocation, environment }), 0);
    return `${invocation.output().trim()} ${readFileSync(output, 'utf8')}`;
  };
  try {
    assert.equal(await ask(), 'No run left results that were not committed. run=\n');
    ran(8, DEAD, ['results-m'], { created_at: new Date().toISOString() });
    assert.equal(
      await ask(),
      'https://github.com/pitwall/pitwall/actions/runs/8 left results that were not committed. run=8\n',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
