import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Run } from '../../src/model/index.ts';
import { act, skipWithoutAct } from './support/act.ts';
import { type FakeGitHub, REPOSITORY, startFakeGitHub } from './support/fake-github.ts';
import { type ActRun, endsOf, makeWorld, PINNED, type World } from './support/world.ts';

/**
 * The life of a run that dies, by act, told in order: its harness is killed in the second of two blocks, and rules
 * refuse the commit of what it has. The next run of the schedule finds that by itself, commits it, continues it with the
 * commit that began it, commits the rest, and publishes all of it.
 */

/** The number of the workflow's run that dies. act calls each of its runs 1. */
const DEAD = 5;
const RULES = `#!/bin/sh
echo 'error: GH013: Repository rule violations found for refs/heads/main.' >&2
exit 1
`;

describe('a run that dies, by act', { skip: skipWithoutAct }, () => {
  let world: World;
  let github: FakeGitHub;
  before(async () => {
    world = makeWorld(act);
    github = await startFakeGitHub();
    world.write('targets/go/busy/deadly.go', deadly(join(world.root, '../died')));
    world.git('add', '.');
    world.git('commit', '-qm', 'A server that ends its harness');
    world.git('push', '-q', 'origin', 'main');
  });
  after(async () => {
    world?.remove();
    await github?.close();
  });

  const bench = (event: 'schedule' | 'workflow_dispatch', inputs?: Record<string, string>): Promise<ActRun> =>
    world.run(event, 'bench', {
      ...(inputs === undefined ? {} : { inputs }),
      variables: { PITWALL_RUNNERS: PINNED },
      environment: github.environmentOf('bench'),
    });
  const hook = (): string => join(world.origin, 'hooks/pre-receive');
  const openIssues = (): string[] =>
    github.issues.filter(({ state }) => state === 'open').map(({ title }) => title);
  /** Files of the first run, below a folder laid out like `results/`. */
  let folder = '';
  let first: Run;
  let begun = '';

  test('the harness is killed in the second block, and rules refuse what it has', async () => {
    writeFileSync(hook(), RULES);
    chmodSync(hook(), 0o755);
    begun = world.onMain('rev-parse', 'main');
    const run = await bench('schedule');
    const { exitCode, log } = run;
    assert.notEqual(exitCode, 0);
    assert.ok(existsSync(join(world.root, '../died')), log.slice(-6_000));

    const handed = join(world.artifacts, `results-${PINNED}-attempt-1`);
    const [file = assert.fail(log.slice(-6_000))] = globSync('runs/*/*/*/run.json', { cwd: handed });
    folder = dirname(file);
    first = JSON.parse(readFileSync(join(handed, file), 'utf8')) as Run;
    assert.deepEqual([first.finishedAt, first.blocks?.length, first.commit], [null, 1, begun]);
    assert.match(log, /The rules of the branch refuse the push of the results/);
    assert.equal(world.onMain('rev-parse', 'main'), begun, 'nothing was committed');
    assert.ok(!existsSync(join(world.artifacts, 'github-pages-1')), 'nor published');
    assert.deepEqual(openIssues(), ['Trouble on main: the workflow bench']);
    assert.match(github.issues[0]?.body ?? '', /The job commit failed/);

    // What GitHub keeps of the run: how its jobs ended, and its artifacts.
    github.runs.push({
      id: DEAD,
      path: '.github/workflows/bench.yml',
      head_branch: 'main',
      head_repository: { full_name: REPOSITORY },
      event: 'schedule',
      status: 'completed',
      created_at: new Date().toISOString(),
    });
    const ends = endsOf('bench', run);
    github.jobs[DEAD] = ends;
    const failed = ends.filter(({ conclusion }) => conclusion === 'failure').map(({ name }) => name);
    assert.ok(failed.includes('commit'), JSON.stringify(ends));
    github.artifacts[DEAD] = [
      { name: `results-${PINNED}-attempt-1`, archive: Buffer.from('as large as it was') },
    ];
    cpSync(world.artifacts, `${world.artifacts}-of-${DEAD}`, { recursive: true });
  });

  test('the next one of the schedule finds it, commits it, continues it, and publishes it', async () => {
    rmSync(hook());
    const { exitCode, log } = await bench('schedule');
    assert.equal(exitCode, 0, log.slice(-6_000));
    assert.match(log, new RegExp(`/actions/runs/${DEAD} left results that were not committed`));

    const commits = world.onMain('log', '--reverse', '--format=%H', `${begun}..main`).split('\n');
    assert.equal(commits.length, 2, 'one of what was left, one of what was measured');
    const runAt = (commit: string): Run =>
      JSON.parse(world.onMain('show', `${commit}:results/${folder}/run.json`)) as Run;
    const [rescued, continued] = commits.map(runAt) as [Run, Run];
    assert.deepEqual(rescued, first, 'as the dead run left it');
    assert.notEqual(continued.finishedAt, null);
    assert.equal(continued.blocks?.length, 2);
    assert.deepEqual(continued.blocks?.[0], first.blocks?.[0], 'the first block was not measured again');
    assert.deepEqual([continued.commit, continued.seed], [begun, first.seed]);
    const cells = world.onMain('show', `main:results/${folder}/go-busy.json`);
    assert.match(cells, /"block": ?\[0,1\]|"round": ?\[0,1\]/);

    const files = world.onMain('ls-tree', '-r', '--name-only', 'main', '--', 'results/runs').split('\n');
    const runs = files.filter((name) => name.endsWith('/run.json'));
    assert.equal(runs.length, 2, 'the schedule also began its own');

    const site = join(world.artifacts, 'github-pages-1');
    const name = folder.split('/').at(-1) ?? '';
    const shows = globSync('**/*.{html,json}', { cwd: site }).some(
      (file) => file.includes(name) || readFileSync(join(site, file), 'utf8').includes(name),
    );
    assert.ok(shows, `no page of the site knows ${name}`);
    assert.deepEqual(openIssues(), [], 'whoever was called is told that all is well');
  });

  test('the one after that finds nothing that was left, and nothing to continue', async () => {
    github.runs.unshift({ ...(github.runs[0] as FakeGitHub['runs'][number]), id: DEAD + 1 });
    github.jobs[DEAD + 1] = ['find', `rescue ${DEAD}`, 'plan', 'commit'].map((name) => ({
      name,
      conclusion: 'success',
    }));
    const inputs = { targets: '', profile: '', unfinished: 'true', artifacts: '' };
    const { exitCode, log } = await bench('workflow_dispatch', inputs);
    assert.equal(exitCode, 0, log.slice(-6_000));
    assert.match(log, /No run left results that were not committed/);
    assert.match(log, /"jobs": \[\]/);
  });
});

/**
 * A file of the server, which ends the harness with SIGKILL at its first start after a block was written: so does a machine that
 * runs out of memory. It does so once; the file says that it did.
 */
function deadly(died: string): string {
  return `package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func init() {
	const died = ${JSON.stringify(died)}
	if _, err := os.Stat(died); err == nil {
		return
	}
	runs, _ := filepath.Glob(filepath.Join(os.Getenv("SHARED_DIR"), "../../results/runs/*/*/*/run.json"))
	for _, run := range runs {
		text, _ := os.ReadFile(run)
		if strings.Contains(string(text), "\\"block\\":") {
			os.WriteFile(died, nil, 0o644)
			syscall.Kill(os.Getppid(), syscall.SIGKILL)
			time.Sleep(time.Minute)
		}
	}
}
`;
}
