import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ARTIFACT_FILE } from '../../src/ci/report.ts';
import { skipWithoutAct } from './support/act.ts';
import { actStory, passed } from './support/act-story.ts';
import { COMPARISON_ARTIFACT } from './support/comparison.ts';
import { pullPayload } from './support/events.ts';
import { type ActRun, busy, WORK } from './support/world.ts';
import { zipOf } from './support/zip.ts';

/** What a pull request's change of speed leads to, from GitHub's event to the check: pr-bench and its reports, by act. */

describe('pr-bench, run by act', { skip: skipWithoutAct }, () => {
  const story = actStory();

  /** pr-bench of pull request 7, from GitHub's event to the check. */
  async function review(
    change: () => void,
    options: { variables?: Record<string, string>; archive?: () => Buffer } = {},
  ): Promise<{ base: string; head: string; run: ActRun }> {
    const base = story.baseOfMain();
    const head = story.world.pullRequest(change);
    story.github.pulls[7] = { head, base, state: 'open' };
    const file = join(story.world.artifacts, COMPARISON_ARTIFACT, ARTIFACT_FILE);
    const measured = (): Buffer => zipOf({ name: ARTIFACT_FILE, content: readFileSync(file) });
    // What the run has uploaded by the time that it is asked for.
    story.github.artifacts = {
      get 1() {
        return existsSync(file)
          ? [{ name: COMPARISON_ARTIFACT, archive: (options.archive ?? measured)() }]
          : [];
      },
    };
    const run = await story.world.run('pull_request_target', 'pr-bench', {
      fixture: 'pull-request-from-fork',
      payload: pullPayload(head, base),
      variables: { PITWALL_PR_PAIRS: '12', ...options.variables },
      environment: story.github.environmentOf('pr-bench'),
    });
    return { base, head, run };
  }

  test('pr-bench: a target that costs 10 % more is caught, and its page is where the comment says', async () => {
    const { head, run } = await review(() => {
      const source = story.world.read('targets/go/busy/router.go');
      // The rest of a request, about a sixth of it, stays as it is.
      story.world.write('targets/go/busy/router.go', busy(source, WORK * 1.12));
    });
    assert.notEqual(run.exitCode, 0);
    const check = story.github.checks.at(-1);
    assert.deepEqual([check?.conclusion, check?.head_sha], ['failure', head], run.log.slice(-6_000));
    assert.equal(story.github.comments.length, 1);
    const change = /\| \+(\d+(?:\.\d+)?) % \|[^\n]*\*\*regressed\*\*/.exec(
      story.github.comments[0]?.body ?? '',
    )?.[1];
    assert.ok(Number(change) > 5 && Number(change) < 15, story.github.comments[0]?.body);
    const page = /`(verdicts\/[^`]+)`/.exec(story.github.comments[0]?.body ?? '')?.[1] ?? '';
    assert.match(story.artifactOf('verdict-page', page), /go\/busy/);
  });

  test('pr-bench: a change of a comment is quiet, in the same comment', async () => {
    const { run } = await review(() => {
      const source = story.world.read('targets/go/busy/main.go');
      story.world.write('targets/go/busy/main.go', `// Nothing but a comment.\n${source}`);
    });
    passed(run);
    assert.notEqual(story.github.checks.at(-1)?.conclusion, 'failure');
    assert.equal(story.github.comments.length, 1);
    assert.match(story.github.comments[0]?.body ?? '', /No regression/);
  });

  test('pr-bench: an artifact that means harm fails the check, and nothing of it is shown', async () => {
    await review(
      () =>
        story.world.write(
          'targets/go/busy/main.go',
          `// Harm.\n${story.world.read('targets/go/busy/main.go')}`,
        ),
      {
        variables: { PITWALL_PR_PAIRS: '2' },
        archive: () => zipOf({ name: '../../../comparison.json', content: '<script>@everyone</script>' }),
      },
    );
    assert.equal(story.github.checks.at(-1)?.conclusion, 'failure');
    assert.equal(story.github.checks.at(-1)?.output.title, 'The artifact cannot be used');
    assert.doesNotMatch(story.github.comments[0]?.body ?? '', /script|@everyone/);
  });

  test('pr-bench: a variant that head drops is measured by nobody and fails the check', async () => {
    const { run } = await review(() => {
      const manifest = story.world.read('targets/go/busy/target.yaml');
      const renamed = manifest.replace(/- id: default\b/, '- id: renamed');
      assert.notEqual(renamed, manifest);
      story.world.write('targets/go/busy/target.yaml', renamed);
    });
    passed(run);
    assert.ok(!existsSync(join(story.world.artifacts, COMPARISON_ARTIFACT)), 'nothing was built for it');
    assert.equal(story.github.checks.at(-1)?.conclusion, 'failure');
    assert.match(story.github.comments[0]?.body ?? '', /go\/busy: head has no such variant/);
  });

  test('pr-bench: a pull request that touches no target gets its check at once', async () => {
    const { head, run } = await review(() => story.world.write('site/README.md', 'changed\n'));
    passed(run);
    const check = story.github.checks.at(-1);
    assert.deepEqual([check?.conclusion, check?.head_sha], ['success', head]);
    assert.ok(!existsSync(join(story.world.artifacts, COMPARISON_ARTIFACT)));
  });

  test('pr-bench: nothing is measured for which nobody has to approve, on a pinned runner or a hosted one', async () => {
    story.github.environments = {};
    for (const runner of ['ubuntu-24.04', '']) {
      const { head, run } = await review(
        () =>
          story.world.write(
            'targets/go/busy/main.go',
            `// Open.\n${story.world.read('targets/go/busy/main.go')}`,
          ),
        { variables: { PITWALL_PR_RUNNER: runner } },
      );
      assert.notEqual(run.exitCode, 0);
      assert.match(run.log, /Nobody would have to approve/);
      assert.ok(!existsSync(join(story.world.artifacts, COMPARISON_ARTIFACT)));
      const check = story.github.checks.at(-1);
      assert.deepEqual([check?.conclusion, check?.head_sha], ['failure', head]);
    }
  });

  test("pr-ask: a maintainer's comment starts pr-bench, an outsider's does not", async () => {
    const run = (fixture: string): Promise<ActRun> =>
      story.world.run('issue_comment', 'pr-ask', {
        fixture,
        environment: story.github.environmentOf('pr-ask'),
      });
    passed(await run('comment-of-outsider'));
    assert.equal(story.github.dispatches.length, 0);
    passed(await run('comment-of-maintainer'));
    assert.deepEqual(
      story.github.dispatches.map(({ inputs }) => inputs.target),
      ['go/busy'],
    );
  });

  test('pr-bench: what a comment asked for is what runs, and the same run answers it', async () => {
    const { head = '' } = story.github.pulls[7] ?? {};
    const checks = story.github.checks.length;
    const run = await story.world.run('workflow_dispatch', 'pr-bench', {
      inputs: { pull_request: '7', head, target: 'go/busy', scenario: 'plaintext' },
      variables: { PITWALL_PR_PAIRS: '2' },
      environment: story.github.environmentOf('pr-bench'),
    });
    const { cells } = JSON.parse(story.artifactOf(COMPARISON_ARTIFACT, ARTIFACT_FILE)) as {
      cells: { scenario: string }[];
    };
    assert.deepEqual(
      cells.map(({ scenario }) => scenario),
      ['plaintext'],
      run.log.slice(-4_000),
    );
    assert.match(story.github.comments[0]?.body ?? '', /a part of the pull request/);
    assert.equal(story.github.checks.length, checks, 'a part does not pass the whole');
  });
});
