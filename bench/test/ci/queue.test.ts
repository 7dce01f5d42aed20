import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { parse } from 'yaml';
import { repository } from '../../src/util/repository.ts';
import { FakeQueue, type QueuedWorkflow, resolved } from './support/fake-queue.ts';

/** Who waits for the machine, and who does not, by the groups and environments of the workflows themselves. */

const workflow = (name: string): QueuedWorkflow =>
  parse(readFileSync(join(repository.root, `.github/workflows/${name}.yml`), 'utf8')) as QueuedWorkflow;
const [bench, prBench] = [workflow('bench'), workflow('pr-bench')];
const RUNNER = 'pitwall-a';
const vars = { PITWALL_PR_RUNNER: RUNNER, PITWALL_RELEASES_RUNNER: RUNNER };
const matrix = { runner: RUNNER, pinned: true };

let queue: FakeQueue;
beforeEach(() => {
  queue = new FakeQueue(['pinned-runner', 'pinned-runner-asked']);
});

/** A pull request that a stranger opens or pushes to, up to where somebody has to approve it. */
function pull(number: number, event: object = { action: 'synchronize' }, of = prBench): number {
  const github = { event_name: 'pull_request_target', event: { ...event, pull_request: { number } } };
  const run = queue.start(of, ['plan', 'approve', 'duet'], { github, vars });
  if (queue.state(run, 'plan') === 'running') queue.finish(run, 'plan');
  return run;
}
function approve(run: number): void {
  queue.approve(run, 'approve');
  queue.finish(run, 'approve');
}
/** The weekly measurement, up to where it needs the machine. */
function weekly(): number {
  const github = { event_name: 'schedule', event: {} };
  const run = queue.start(bench, ['plan', 'measure'], { github, vars, matrix });
  queue.finish(run, 'plan');
  return run;
}

test('pull requests that nobody approves hold nobody up', () => {
  const runs = [1, 2, 3].map((number) => pull(number));
  for (const run of runs) assert.equal(queue.state(run, 'approve'), 'waiting');
  assert.equal(queue.state(weekly(), 'measure'), 'running');
});

test('approved in the job that measures, one of them would', () => {
  const { approve: approval, duet, ...others } = prBench.jobs;
  const together = { ...duet, needs: 'plan', environment: approval?.environment };
  const joined: QueuedWorkflow = { ...prBench, jobs: { ...others, approve: {}, duet: together } };
  const run = pull(1, undefined, joined);
  assert.equal(queue.state(run, 'duet'), 'waiting');
  assert.equal(queue.state(weekly(), 'measure'), 'queued');
});

test('the machine takes one measurement at a time, in order, and nobody loses a place', () => {
  const first = weekly();
  const pulls = [1, 2, 3, 4].map((number) => pull(number));
  for (const run of pulls) approve(run);
  const last = queue.start(workflow('releases'), ['measure'], { github: { event_name: 'schedule' }, vars });
  for (const run of pulls) assert.notEqual(queue.state(run, 'plan'), 'cancelled');
  const order: [number, string][] = [
    [first, 'measure'],
    ...pulls.map((run): [number, string] => [run, 'duet']),
    [last, 'measure'],
  ];
  for (const [index, [run, job]] of order.entries()) {
    assert.equal(queue.state(run, job), 'running');
    for (const [later, name] of order.slice(index + 1)) assert.equal(queue.state(later, name), 'queued');
    queue.finish(run, job);
  }
});

describe('runs of bench', () => {
  const JOBS = ['plan', 'measure', 'commit'];
  const start = (event_name: string, inputs: object = {}): number =>
    queue.start(bench, JOBS, { github: { event_name, event: {} }, vars, inputs, matrix });

  test('come one after another, and none is lost: each plans by what the one before has committed', () => {
    const runs = [
      start('schedule'),
      start('workflow_dispatch', { unfinished: 'true' }),
      start('push'),
      start('push'),
    ];
    for (const [index, run] of runs.entries())
      for (const job of JOBS) {
        assert.equal(queue.state(run, job), 'running');
        for (const later of runs.slice(index + 1)) assert.equal(queue.state(later, 'plan'), 'blocked');
        queue.finish(run, job);
      }
  });

  test('that only commit artifacts wait for nobody', () => {
    start('schedule');
    const run = queue.start(bench, ['rescue'], { github: {}, vars, inputs: { artifacts: '5' } });
    assert.equal(queue.state(run, 'rescue'), 'running');
  });
});

test('jobs of hosted runners wait for nobody, each has a machine of its own', () => {
  const groupOf = (run_id: number, name: string, pinned: boolean): string => {
    const job = { name, runner: pinned ? RUNNER : 'ubuntu-24.04', pinned };
    return resolved(bench.jobs.measure?.concurrency?.group ?? '', { github: { run_id }, matrix: job });
  };
  const hosted = [groupOf(1, 'a', false), groupOf(1, 'a-2', false), groupOf(2, 'a', false)];
  assert.deepEqual(hosted, ['pinned-1-a', 'pinned-1-a-2', 'pinned-2-a']);
  assert.equal(groupOf(1, 'a', true), groupOf(2, 'a-2', true));
});

test('without a queue, all but the last one who waits would', () => {
  const duet = { ...prBench.jobs.duet, concurrency: { group: `pinned-${RUNNER}` } };
  const forgetful: QueuedWorkflow = { ...prBench, jobs: { ...prBench.jobs, duet } };
  weekly();
  const pulls = [1, 2].map((number) => pull(number, undefined, forgetful));
  for (const run of pulls) approve(run);
  assert.deepEqual(
    pulls.map((run) => queue.state(run, 'duet')),
    ['cancelled', 'queued'],
  );
});

describe('a push to a pull request', () => {
  test('ends what measures the commit before, and nobody else', () => {
    const [before, other] = [pull(1), pull(2)];
    approve(before);
    approve(other);
    const after = pull(1);
    assert.equal(queue.state(before, 'duet'), 'cancelled');
    assert.equal(queue.state(after, 'approve'), 'waiting', 'an approval covers one commit');
    assert.equal(queue.state(other, 'duet'), 'running', 'the machine is free for the next one');
  });

  test('an edit of its title ends nothing; one that turns it to another base does', () => {
    const before = pull(1);
    approve(before);
    pull(1, { action: 'edited', changes: {} });
    assert.equal(queue.state(before, 'duet'), 'running');
    pull(1, { action: 'edited', changes: { base: { ref: { from: 'old' } } } });
    assert.equal(queue.state(before, 'duet'), 'cancelled');
  });
});

test('two merges in a row are both verified; a newer commit of a pull request ends the check of the one before', () => {
  const verify = (event_name: string, ref: string): number =>
    queue.start(workflow('targets'), ['plan'], { github: { event_name, ref } });
  const [merge, pulled, next, pushed] = [
    verify('push', 'refs/heads/main'),
    verify('pull_request', 'refs/pull/1/merge'),
    verify('push', 'refs/heads/main'),
    verify('pull_request', 'refs/pull/1/merge'),
  ];
  for (const run of [merge, next, pushed]) assert.equal(queue.state(run, 'plan'), 'running');
  assert.equal(queue.state(pulled, 'plan'), 'cancelled');
});

describe('a comment that asks for a measurement', () => {
  /** As pr-ask starts it, up to where somebody has to approve it. */
  const asked = (number: number, target: string, scenario: string, pairs = ''): number => {
    const inputs = { pull_request: String(number), head: 'a'.repeat(40), target, scenario, pairs };
    const github = { event_name: 'workflow_dispatch', event: { inputs } };
    const run = queue.start(prBench, ['plan', 'approve', 'duet'], { github, vars, inputs });
    if (queue.state(run, 'plan') === 'running') queue.finish(run, 'plan');
    return run;
  };

  test('of a part ends nothing, neither the whole nor another part, and waits for the machine', () => {
    const whole = pull(1);
    approve(whole);
    const parts = [
      ...[asked(1, 'go/gin', 'json'), asked(1, 'go/gin', ''), asked(1, '', 'json')],
      asked(1, '', '', '200'),
    ];
    for (const part of parts) {
      assert.equal(queue.state(part, 'approve'), 'waiting');
      approve(part);
      assert.equal(queue.state(part, 'duet'), 'queued');
    }
    assert.equal(queue.state(whole, 'duet'), 'running');
  });

  test('of the whole takes the place of what measures it', () => {
    const [first, other] = [pull(1), pull(2)];
    approve(first);
    asked(1, '', '');
    assert.equal(queue.state(first, 'duet'), 'cancelled');
    assert.equal(queue.state(other, 'approve'), 'waiting');
  });
});

test('expressions are filled in as GitHub does', () => {
  const context = { github: { event: { number: 7 }, run_id: 5 }, inputs: {}, vars: { SET: 'a' } };
  for (const [text, value] of [
    [`x-\${{ inputs.number || github.event.number }}`, 'x-7'],
    [`\${{ vars.SET == 'a' && 'yes' || 'no' }}`, 'yes'],
    [`\${{ vars.NONE == 'a' && 'yes' || 'no' }}`, 'no'],
    [`a\${{ !vars.NONE && format('-{0}', github.run_id) || '' }}`, 'a-5'],
    [`\${{ format('{0}-{1}', github.run_id, vars.SET) }}`, '5-a'],
    [`a\${{ vars.SET != '' && !vars.SET && 'b' || '' }}`, 'a'],
  ] as const)
    assert.equal(resolved(text, context), value, text);
});
