import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { COST_JOBS, COST_STEP } from '../../src/ci/gate/cost.ts';
import { PINNED_JOB_MINUTES } from '../../src/ci/jobs/divide.ts';
import { workflowTroubles } from '../../src/ci/jobs/troubles.ts';
import { SURROUNDINGS } from '../../src/ci/plan.ts';
import { CHECK_NAME } from '../../src/ci/publish-report.ts';
import { KEY_VARIABLE } from '../../src/ci/push/access.ts';
import { LABELS, REQUIRED_CHECKS } from '../../src/ci/settings/checks.ts';
import { commands } from '../../src/commands/index.ts';
import { FERRETDB_VERSION } from '../../src/databases/mongodb/ferretdb.ts';
import { addressVariable, contextVariable, REMOTE_VARIABLE } from '../../src/hosts/hosts.ts';
import { hyperfine } from '../../src/load/hyperfine.ts';
import { loaders } from '../../src/load/loaders.ts';
import { roles } from '../../src/machine/roles.ts';
import { repository } from '../../src/util/repository.ts';

/** What no checker knows: rules of this project's own workflows. */

interface Step {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
  name?: string;
  if?: string;
  needs?: string | string[];
  with?: Record<string, string>;
  'runs-on'?: string;
  uses?: string;
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  outputs?: Record<string, string>;
  environment?: unknown;
  strategy?: object;
  concurrency?: { group: string; 'cancel-in-progress'?: boolean; queue?: string };
  env?: Record<string, string>;
  steps?: Step[];
}
interface Workflow {
  on: Record<
    string,
    { inputs?: Record<string, unknown>; types?: string[]; paths?: string[]; branches?: string[] } | null
  >;
  concurrency?: { group: string };
  permissions: object;
  'run-name'?: string;
  jobs: Record<string, Job>;
}

const files = globSync('.github/workflows/*.yml', { cwd: repository.root }).sort();
const workflows = files.map((file) => {
  const text = readFileSync(join(repository.root, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const named = (name: string): Workflow => {
  const found = workflows.find(({ file }) => file.endsWith(`/${name}.yml`));
  assert.ok(found, name);
  return found.workflow;
};
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps ?? []);

for (const { file, text, workflow } of workflows) {
  describe(file, () => {
    test('no permission but what a job asks for; a job that runs code of a pull request can only read', () => {
      assert.deepEqual(workflow.permissions, {});
      for (const [name, job] of Object.entries(workflow.jobs)) {
        assert.ok(job.permissions, `${name} has no permissions of its own`);
        if (!('pull_request' in workflow.on) || name === 'deploy') continue;
        assert.deepEqual({ contents: 'read', ...job.permissions }, { contents: 'read' }, name);
      }
    });

    test('every job ends some time', () => {
      for (const [name, job] of Object.entries(workflow.jobs))
        if (!job.uses) assert.ok((job['timeout-minutes'] ?? 0) > 0, name);
    });

    test('every action is pinned by its commit, with the tag beside it', () => {
      for (const [, uses = '', tag] of text.matchAll(/uses: (\S+)(?: # (\S+))?/g)) {
        if (uses.startsWith('./')) continue;
        assert.match(uses, /^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/);
        assert.match(tag ?? '', /^v\d+\.\d+\.\d+$/, uses);
      }
    });

    test('no expression in a script, no secret, no credential left in the checkout', () => {
      for (const job of Object.values(workflow.jobs)) {
        // The deploy key is a secret of an environment for main alone; the next test says who may name it.
        const words = JSON.stringify({ ...job, env: job.env ?? {} });
        assert.equal(/secrets\./.test(words), job.environment === 'results');
      }
      for (const step of stepsOf(workflow)) {
        assert.doesNotMatch(step.run ?? '', /\$\{\{/);
        if (step.uses?.startsWith('actions/checkout@'))
          assert.equal(step.with?.['persist-credentials'], false);
      }
    });

    test('what it calls of bench is there', () => {
      for (const { run = '' } of stepsOf(workflow)) {
        for (const [, words = ''] of run.matchAll(/npm run --silent bench -- ([^"\n]+)/g)) {
          const name = commands.find(
            (command) => words === command.name || words.startsWith(`${command.name} `),
          )?.name;
          assert.ok(name, words);
          const { options } = commands.find((command) => command.name === name) ?? { options: {} };
          for (const [, option = ''] of words.matchAll(/--([a-z-]+)/g))
            assert.ok(option in options, `${name} --${option}`);
        }
      }
    });
  });
}

describe('pr-bench', () => {
  const { workflow, text } = workflows.find(({ file }) => file.endsWith('/pr-bench.yml')) ?? { text: '' };
  assert.ok(workflow);

  test('checks out main alone, and nothing of the pull request is merged', () => {
    for (const step of stepsOf(workflow))
      if (step.uses?.startsWith('actions/checkout@')) assert.equal(step.with?.ref, 'main');
    assert.doesNotMatch(text, /git (?:checkout|merge|pull|switch)/);
    assert.doesNotMatch(text, /github\.event\.pull_request\.(?:title|body|head\.ref)/);
  });

  test('approves in a job without a queue, and measures in one without an environment', () => {
    const { plan, approve, duet } = workflow.jobs;
    assert.ok(plan && approve?.environment && duet?.concurrency);
    assert.equal(approve.concurrency, undefined, 'who waits for a reviewer would hold the machine');
    assert.equal(duet.environment, undefined);
    assert.equal(approve['runs-on'], 'ubuntu-24.04');
    assert.deepEqual(approve.permissions, {});
    assert.deepEqual(duet.needs, ['plan', 'approve']);
    assert.doesNotMatch(duet.if ?? '', /always|cancelled|failure/, 'only what was approved is measured');
    const guard = plan.steps?.find(({ run }) => run?.includes('ci guard'));
    assert.equal(guard?.env?.ENVIRONMENT, approve.environment, 'the plan asks for the rules of the same one');
    assert.ok(plan.steps?.at(-1) === guard, 'what touches no target runs nothing, and needs nobody');
  });

  test('asks who approves on hosted runners too, where a stranger can open a pull request', () => {
    const guard = workflow.jobs.plan?.steps?.find(({ run }) => run?.includes('ci guard'))?.if ?? '';
    const asks = (
      event: 'pull_request_target' | 'workflow_dispatch',
      change: { any?: string; pinned?: string; unreviewed?: string; isPrivate?: boolean } = {},
    ): boolean => {
      const { any = 'true', pinned = '', unreviewed = '', isPrivate = false } = change;
      const values = {
        'steps.plan.outputs.any': any,
        'vars.PITWALL_PR_RUNNER': pinned,
        'vars.PITWALL_ASKED_UNREVIEWED': unreviewed,
        'github.event_name': event,
        'github.event.repository.private': isPrivate,
      };
      // GitHub's operators of these are JavaScript's.
      const expression = /^\$\{\{(.+)\}\}$/s.exec(guard.trim())?.[1] ?? assert.fail(guard);
      const known = Object.entries(values).reduce(
        (text, [name, value]) => text.replaceAll(name, JSON.stringify(value)),
        expression,
      );
      assert.doesNotMatch(known, /[a-z]\.[a-z]/i, 'a value that this test does not know');
      return runInNewContext(known) === true;
    };
    const pinned = 'pitwall-a';
    for (const change of [{}, { pinned }, { pinned, isPrivate: true }, { pinned, unreviewed: '1' }])
      assert.ok(asks('pull_request_target', change), JSON.stringify(change));
    assert.ok(!asks('pull_request_target', { isPrivate: true }), 'it has no reviewers without a paid plan');
    assert.ok(asks('workflow_dispatch', { pinned }));
    assert.ok(!asks('workflow_dispatch', { pinned, unreviewed: '1' }));
    assert.ok(!asks('workflow_dispatch'), 'who comments has write access, and the machine is thrown away');
    assert.ok(!asks('pull_request_target', { pinned, any: 'false' }));
  });

  test('starts for every pull request to main, also one that touches no target or turns to main later', () => {
    const pull = workflow.on.pull_request_target;
    assert.deepEqual(Object.keys(pull ?? {}).sort(), ['branches', 'types']);
    assert.deepEqual(pull?.branches, ['main']);
    for (const type of ['opened', 'synchronize', 'reopened', 'ready_for_review', 'edited', 'closed'])
      assert.ok(pull?.types?.includes(type), type);
    // An edit of the title must neither measure again nor end what is being measured.
    assert.match(workflow.jobs.plan?.if ?? '', /action != 'closed' && /);
    assert.match(workflow.jobs.plan?.if ?? '', /action != 'edited' \|\| github\.event\.changes\.base/);
    assert.match(
      workflow.concurrency?.group ?? '',
      /'edited' && !github\.event\.changes\.base && format\('-\{0\}', github\.run_id\)/,
    );
  });

  test('reports in the same run, whatever started it, and however its jobs ended', () => {
    const { report } = workflow.jobs;
    assert.equal(report?.uses, './.github/workflows/pr-report.yml');
    assert.deepEqual(report?.needs, ['plan', 'approve', 'duet']);
    assert.match(report?.if ?? '', /always\(\)/);
    assert.deepEqual(Object.keys(named('pr-report').on), ['workflow_call']);
    const inputs = Object.keys(named('pr-report').on.workflow_call?.inputs ?? {});
    assert.deepEqual(Object.keys(report?.with ?? {}).sort(), inputs.sort());
    for (const { file, workflow: other } of workflows)
      assert.ok(
        !('workflow_run' in other.on),
        `${file}: any workflow of any fork can have the name it waits for`,
      );
  });

  test('the job that runs code of a pull request can only read, and has the token in no step of that code', () => {
    const { duet } = workflow.jobs;
    assert.deepEqual(duet?.permissions, { contents: 'read' });
    for (const { run, env } of duet?.steps ?? [])
      if (env?.GITHUB_TOKEN) assert.match(run ?? '', /^npm run --silent bench -- ci fetch /);
  });

  test('its jobs and its step are those in which the report looks for the time', () => {
    for (const name of Object.values(COST_JOBS)) assert.equal(workflow.jobs[name]?.name, name);
    assert.ok(workflow.jobs.duet?.steps?.some(({ name }) => name === COST_STEP));
    assert.match(workflow.jobs.duet?.steps?.find(({ name }) => name === COST_STEP)?.run ?? '', /--minutes/);
  });

  test('code of a pull request runs in containers whatever the settings say', () => {
    assert.equal(workflow.jobs.duet?.env?.LAUNCHER, 'compose');
    assert.equal(named('targets').jobs.target?.env?.LAUNCHER, 'compose');
    for (const { file, text: of } of workflows)
      assert.ok(!of.includes('PITWALL_LAUNCHER') || file.endsWith('/bench.yml'), file);
  });

  test('compares with where head left main, which is checked out, whatever anybody names as base', () => {
    const { plan } = workflow.jobs;
    const planning = plan?.steps?.find(({ run }) => run?.includes('ci plan'));
    assert.match(planning?.run ?? '', /ci plan --since HEAD --head "\$HEAD" --sample \d /);
    // GitHub's base of a pull request stays that of its opening when its author merges main into it.
    assert.doesNotMatch(text, /pull_request\.base\.sha|inputs\.base/);
  });

  test('takes the inputs that a comment sends', () => {
    const inputs = workflow.on.workflow_dispatch?.inputs ?? {};
    assert.deepEqual(Object.keys(inputs).sort(), ['head', 'pairs', 'pull_request', 'scenario', 'target']);
  });
});

test('targets compares a pull request with the main that it is merged with, not with the base of its opening', () => {
  const { text } = workflows.find(({ file }) => file.endsWith('/targets.yml')) ?? { text: '' };
  assert.doesNotMatch(text, /pull_request\.base\.sha/);
  const { plan, target } = named('targets').jobs;
  const planning = plan?.steps?.find(({ run }) => run?.includes('ci plan'));
  assert.match(planning?.run ?? '', /--since "\$BASE"/);
  assert.match(
    planning?.env?.BASE ?? '',
    /event_name == 'pull_request' && 'HEAD\^1' \|\| github\.event\.before/,
  );
  for (const job of [plan, target]) {
    const checkout = job?.steps?.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    assert.deepEqual(
      checkout?.with,
      { 'fetch-depth': 0, 'persist-credentials': false },
      'the merge, and its history',
    );
  }
});

describe('the check of all touched targets', () => {
  const { on, jobs } = named('targets');

  test('comes for every pull request and every merge queue, however its jobs end', () => {
    assert.ok('pull_request' in on && on.pull_request === null && 'merge_group' in on);
    assert.deepEqual([jobs.touched?.needs, jobs.touched?.if], [['plan', 'target'], 'always()']);
  });

  test('passes only if all that was planned has passed', () => {
    const script = jobs.touched?.steps?.[0]?.run ?? '';
    const ends = (event: string, plan: string, any: string, targets: string): number | null =>
      spawnSync('bash', ['-e', '-c', script], {
        env: { PATH: process.env.PATH, EVENT: event, PLAN: plan, ANY: any, TARGETS: targets },
      }).status;
    assert.equal(ends('pull_request', 'success', 'true', 'success'), 0);
    assert.equal(ends('pull_request', 'success', 'false', 'skipped'), 0);
    assert.equal(ends('merge_group', 'skipped', '', 'skipped'), 0);
    for (const [plan, any, targets] of [
      ...(['failure', 'cancelled', 'skipped'] as const).map((plan) => [plan, '', 'skipped'] as const),
      ...(['failure', 'cancelled', 'skipped'] as const).map((end) => ['success', 'true', end] as const),
      ['success', '', 'skipped'] as const,
    ])
      assert.equal(ends('pull_request', plan, any, targets), 1, [plan, any, targets].join());
  });
});

describe('the check that main may require', () => {
  test('a merge queue gets it, and what else main requires', () => {
    assert.ok('merge_group' in named('ci').on);
    const queue = named('merge-queue');
    assert.deepEqual(Object.keys(queue.on), ['merge_group'], 'on a pull request it would pass unmeasured');
    assert.deepEqual(
      Object.values(queue.jobs).map(({ name, permissions }) => [name, permissions]),
      [[CHECK_NAME, {}]],
    );
  });

  test('no job of a workflow that a pull request starts has its name', () => {
    for (const { file, workflow } of workflows) {
      if (file.endsWith('/merge-queue.yml')) continue;
      for (const { name } of Object.values(workflow.jobs)) assert.notEqual(name, CHECK_NAME, file);
    }
  });
});

test('the machine of a measurement is the one that the plan names', () => {
  const { measure } = named('bench').jobs;
  assert.match(measure?.env?.PITWALL_MACHINE ?? '', /^\$\{\{ matrix\.machine \}\}$/);
  for (const { run = '', if: condition } of measure?.steps ?? [])
    if (/doctor|ci sweep/.test(run)) assert.match(condition ?? '', /matrix\.pinned/, run);
});

test('a run that waits for a machine stays in its queue', () => {
  let jobs = 0;
  for (const { workflow } of workflows) {
    for (const { concurrency } of Object.values(workflow.jobs)) {
      if (!concurrency?.group.startsWith('pinned-')) continue;
      jobs++;
      assert.deepEqual([concurrency['cancel-in-progress'], concurrency.queue], [false, 'max']);
    }
  }
  assert.equal(jobs, 3, 'bench, pr-bench and releases');
});

test('where roles have hosts of their own, everything that measures gets the same addresses', () => {
  const reported = (env: Record<string, string> = {}): string[] =>
    Object.keys(env).filter((name) => /_(?:CONTEXT|ADDRESS)$|ALLOW_REMOTE/.test(name));
  const variables = roles.flatMap((role) => [
    contextVariable(role),
    ...(role === 'loader' ? [] : [addressVariable(role)]),
  ]);
  for (const job of [named('bench').jobs.measure, named('pr-bench').jobs.duet])
    assert.deepEqual(reported(job?.env).sort(), [REMOTE_VARIABLE, ...variables].sort());
});

test('what writes runs no code of a pull request: it checks out main', () => {
  for (const name of ['pr-report', 'pr-ask', 'pr-bench', 'bench']) {
    for (const step of stepsOf(named(name)))
      if (step.uses?.startsWith('actions/checkout@')) {
        // A job that measures and cannot write checks out what the plan found on main.
        const refs = name === 'bench' ? ['main', `\${{ matrix.ref }}`] : ['main'];
        assert.ok(refs.includes(String(step.with?.ref)), name);
      }
  }
});

describe('the deploy key that pushes results', () => {
  test('the deploy key is a secret of jobs that check out main alone and run one command', () => {
    const holders = Object.entries(named('bench').jobs).filter(
      ([, { environment }]) => environment === 'results',
    );
    assert.deepEqual(
      holders.map(([name]) => name),
      ['rescue', 'commit'],
    );
    for (const [name, job] of holders) {
      const steps = job.steps ?? [];
      for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        assert.equal(step.with?.ref, 'main', name);
      const naming = steps.filter((step) => JSON.stringify(step).includes('secrets.'));
      assert.deepEqual(
        naming.map(({ run }) => run),
        [`npm run --silent bench -- ci commit ${name === 'rescue' ? '--of-run "$RUN" ' : ''}artifacts`],
      );
      assert.equal(naming[0]?.env?.[KEY_VARIABLE], `\${{ secrets.${KEY_VARIABLE} }}`);
    }
  });

  test('the ruleset requires the checks that there are, and lets only deploy keys push past them', () => {
    const ruleset = JSON.parse(readFileSync(join(repository.root, '.github/rulesets/main.json'), 'utf8')) as {
      bypass_actors: { actor_id: number | null; actor_type: string; bypass_mode: string }[];
      rules: { type: string; parameters?: { required_status_checks?: { context: string }[] } }[];
    };
    assert.deepEqual(
      ruleset.bypass_actors.map(({ actor_type, actor_id, bypass_mode }) => [
        actor_type,
        actor_id,
        bypass_mode,
      ]),
      [
        ['DeployKey', null, 'always'],
        // GitHub's number of the role admin. A slower version may be meant; somebody has to be able to merge it.
        ['RepositoryRole', 5, 'pull_request'],
      ],
    );
    const contexts = ruleset.rules.flatMap(({ parameters }) =>
      (parameters?.required_status_checks ?? []).map(({ context }) => context),
    );
    assert.deepEqual(contexts, [...REQUIRED_CHECKS]);
    const jobs = workflows.flatMap(({ workflow }) => Object.values(workflow.jobs).map(({ name }) => name));
    for (const context of contexts) assert.ok(context === CHECK_NAME || jobs.includes(context), context);
  });
});

describe('releases', () => {
  const { jobs } = named('releases');

  test('releases are measured without a secret, by a job that can only read, on the machine that is named', () => {
    const { measure } = jobs;
    assert.deepEqual(measure?.permissions, { contents: 'read' });
    assert.equal(measure?.environment, undefined);
    assert.doesNotMatch(JSON.stringify(measure), /secrets\.|GITHUB_TOKEN|github\.token/);
    assert.match(measure?.if ?? '', /vars\.PITWALL_RELEASES_RUNNER != ''/);
  });

  test('the machine is named before a release runs on it, and the artifact by it', () => {
    const steps = jobs.measure?.steps ?? [];
    const at = (word: string): number => steps.findIndex(({ run }) => run?.includes(word));
    assert.ok(at('ci machine') !== -1 && at('ci machine') < at('bench -- releases'));
    const name = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))?.with?.name;
    // `ci commit` takes a history of the machine in this name.
    assert.match(String(name), /^results-releases-of-\$\{\{ steps\.machine\.outputs\.machine \}\}-attempt-/);
    assert.equal((steps[at('ci machine')] as { id?: string }).id, 'machine');
    for (const { steps: other = [] } of [jobs.commit, jobs.alert].flatMap((job) => job ?? [])) {
      const download = other.find(({ uses }) => uses?.startsWith('actions/download-artifact@'));
      // A release may upload others of any name.
      assert.match(
        String(download?.with?.pattern),
        /^results-releases-of-\$\{\{ needs\.measure\.outputs\.machine/,
      );
    }
  });

  test('a machine that measures as processes needs no Docker engine to be swept', () => {
    const runs = (jobs.measure?.steps ?? []).flatMap(({ run = '' }) =>
      run.includes('ci sweep') ? [run] : [],
    );
    assert.equal(runs.length, 2, 'before the work and after it');
    for (const run of runs) assert.match(run, /ci sweep --without-engine$/);
  });

  test('what was measured is committed, however the job ended; issues are of what is committed', () => {
    assert.match(jobs.commit?.if ?? '', /always\(\)/);
    const slower = jobs.alert?.steps?.find(({ run }) => run?.includes('ci releases'));
    assert.match(slower?.if ?? '', /outputs\.committed == 'true'/);
    assert.deepEqual(jobs.alert?.permissions, {
      contents: 'read',
      actions: 'read',
      checks: 'read',
      issues: 'write',
    });
    assert.match(jobs.alert?.if ?? '', /always\(\)/, 'somebody is notified of a job that died');
    assert.deepEqual(jobs.alert?.needs, ['measure', 'commit', 'publish']);
    const key = jobs.commit?.steps?.filter((step) => JSON.stringify(step).includes('secrets.'));
    assert.deepEqual(
      key?.map(({ run }) => run),
      ['npm run --silent bench -- ci commit --only releases --machine "$MACHINE" artifacts'],
    );
    for (const { steps = [] } of Object.values(jobs))
      for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        assert.equal(step.with?.ref, 'main');
  });
});

describe('bench', () => {
  const { jobs } = named('bench');
  const stepNames = (job: Job | undefined): string[] => (job?.steps ?? []).map(({ run = '' }) => run);

  test('the plan knows how long a job may be, and divides runs by it', () => {
    assert.equal(jobs.measure?.['timeout-minutes'], PINNED_JOB_MINUTES);
    const [loop = ''] = stepNames(jobs.measure).filter((run) => run.includes(' -- run '));
    for (const line of loop.split('\n').filter((text) => text.includes(' -- run ')))
      assert.match(line, / --for /, 'no run may be cut off by the end of its job');
    assert.match(loop, /run --resume --for/);
  });

  test('what a job that died left is swept before the machine is checked, and after the work', () => {
    for (const job of [jobs.measure, named('pr-bench').jobs.duet]) {
      const runs = stepNames(job);
      const at = (word: string): number => runs.findIndex((run) => run.includes(word));
      const last = runs.findLastIndex((run) => run.includes('ci sweep'));
      assert.ok(at('ci sweep') !== -1 && at('ci sweep') < at('doctor --strict'));
      assert.ok(last > at('doctor --strict'));
    }
  });

  test('what an earlier run left is found before anything is planned, and stops no measurement', () => {
    const { find, rescue, plan, commit } = jobs;
    assert.deepEqual(find?.permissions, { contents: 'read', actions: 'read' });
    assert.deepEqual([rescue?.needs, plan?.needs], ['find', 'rescue']);
    const run = `\${{ inputs.artifacts || needs.find.outputs.run }}`;
    const named = (rescue?.steps ?? []).map((step) => step.with?.['run-id'] ?? step.env?.RUN).filter(Boolean);
    assert.deepEqual(named, [run, run], 'what is fetched is what is checked');
    // `ci lost` sees by these names how earlier runs ended, and whom they rescued.
    assert.deepEqual([commit?.name, rescue?.name], ['commit', `rescue ${run}`]);
    assert.doesNotMatch(plan?.if ?? '', /needs\.rescue/);
  });

  test('the plan of a run that is to continue begins nothing new; one that commits artifacts has none', () => {
    const [script = ''] = stepNames(jobs.plan).filter((run) => run.includes('ci plan'));
    const bin = mkdtempSync(join(tmpdir(), 'pitwall-plan-step-'));
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const planned = (change: Record<string, string>): string => {
      const none = { TARGETS: '', PROFILES: '', UNFINISHED: 'false', RUNNERS: '' };
      const env = { PATH: `${bin}:${process.env.PATH}`, EVENT: 'workflow_dispatch', ...none, ...change };
      return execFileSync('bash', ['-euo', 'pipefail', '-c', script], { env }).toString();
    };
    try {
      assert.match(planned({ UNFINISHED: 'true' }), / --unfinished\b/);
      for (const change of [{}, { UNFINISHED: '' }, { EVENT: 'schedule' }])
        assert.doesNotMatch(planned(change), /--unfinished/, JSON.stringify(change));
      assert.match(planned({ EVENT: 'push' }), / --unmeasured --sample \d /);
    } finally {
      rmSync(bin, { recursive: true });
    }
    assert.match(jobs.plan?.if ?? '', /inputs\.artifacts == ''/);
    // What such a run commits and can be continued is measured by the next one.
    assert.match(
      jobs.continue?.if ?? '',
      /inputs\.artifacts != '' && needs\.rescue\.outputs\.unfinished == 'true'/,
    );
  });

  test('starts for whatever every server runs in or answers from', () => {
    const { paths = [] } = named('bench').on.push ?? {};
    // Unlike those of a shell, GitHub's patterns take names that begin with a dot.
    const patterns = paths.map(
      (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('**', '.*')}$`),
    );
    for (const place of SURROUNDINGS)
      assert.ok(
        patterns.some((pattern) => pattern.test(place)),
        place,
      );
  });

  test('results are committed and somebody is notified, however the measuring job ended', () => {
    for (const name of ['commit', 'alert']) assert.match(jobs[name]?.if ?? '', /always\(\)/, name);
    assert.deepEqual(jobs.alert?.needs, [
      'find',
      'rescue',
      'plan',
      'measure',
      'commit',
      'continue',
      'publish',
    ]);
    assert.match(jobs.continue?.if ?? '', /outputs\.unfinished == 'true'/);
  });
});

test('somebody is notified of a job that ends without success; who notifies can read why jobs were cancelled', () => {
  const condition = named('bench').jobs.alert?.if ?? '';
  for (const result of ['failure', 'cancelled'])
    assert.ok(condition.includes(`contains(needs.*.result, '${result}')`), condition);
  for (const name of Object.keys(workflowTroubles)) {
    const { permissions } = named(name).jobs.alert ?? {};
    assert.deepEqual([permissions?.actions, permissions?.checks], ['read', 'read'], name);
  }
});

test('labels that issue forms ask for are labels that `ci settings` makes: GitHub drops others silently', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: repository.root });
  const asked = forms.flatMap(
    (file) =>
      (parse(readFileSync(join(repository.root, file), 'utf8')) as { labels?: string[] }).labels ?? [],
  );
  assert.ok(asked.length >= 2);
  for (const label of asked) assert.ok(label in LABELS, label);
});

test('an artifact that a later job reads has the attempt in its name, and earlier attempts can be read', () => {
  const attempt = /-attempt-\$\{\{ github\.run_attempt \}\}$/;
  const { duet, report } = named('pr-bench').jobs;
  for (const job of [named('bench').jobs.measure, named('releases').jobs.measure, duet]) {
    const upload = job?.steps?.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    assert.match(String(upload?.with?.name), attempt);
  }
  assert.match(duet?.outputs?.comparison ?? '', attempt);
  assert.equal(report?.with?.comparison, `\${{ needs.duet.outputs.comparison }}`);
  for (const name of ['bench', 'releases'])
    for (const job of Object.values(named(name).jobs))
      for (const step of job.steps ?? []) {
        if (!step.uses?.startsWith('actions/download-artifact@')) continue;
        assert.ok(step.with?.['run-id'] && step.with['github-token']);
        assert.equal(job.permissions?.actions, 'read', job.name);
      }
});

test('a run that is started again deploys the site that its last attempt built', () => {
  const { build, deploy } = named('pages').jobs;
  const name = `github-pages-\${{ github.run_attempt }}`;
  const uploaded = build?.steps?.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@'));
  const deployed = deploy?.steps?.find(({ uses }) => uses?.startsWith('actions/deploy-pages@'));
  assert.deepEqual([uploaded?.with?.name, build?.outputs?.site], [name, name]);
  // Of the attempt that built it, which may be an earlier one than that which deploys.
  assert.equal(deployed?.with?.artifact_name, `\${{ needs.build.outputs.site }}`);
});

describe('the address of the site', () => {
  const [script = ''] = stepsOf(named('pages'))
    .map(({ run = '' }) => run)
    .filter((run) => run.includes(' publish '));
  const bin = mkdtempSync(join(tmpdir(), 'pitwall-pages-'));
  after(() => rmSync(bin, { recursive: true, force: true }));
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\nprintf "%s %s" "$PITWALL_ORIGIN" "$7"\n', { mode: 0o755 });
  const cases: [string, Record<string, string>, string][] = [
    ['a project', {}, 'https://owner.github.io /Pitwall/'],
    ['a site of its owner', { GITHUB_REPOSITORY: 'Owner/owner.github.io' }, 'https://owner.github.io /'],
    ['a domain of its own', { PITWALL_ORIGIN: 'https://b.example' }, 'https://b.example /'],
    ['a folder of a domain', { PITWALL_ORIGIN: 'https://b.example', BASE: '/x/' }, 'https://b.example /x/'],
    ['a preview', { EVENT: 'pull_request' }, ' .'],
  ];
  for (const [what, change, expected] of cases) {
    test(`${what}, also where the event names no repository, as on a schedule`, () => {
      const environment = {
        PATH: `${bin}:${process.env.PATH}`,
        GITHUB_REPOSITORY: 'Owner/Pitwall',
        EVENT: 'schedule',
        PITWALL_ORIGIN: '',
        BASE: '',
        ...change,
      };
      const said = execFileSync('bash', ['-euo', 'pipefail', '-c', script], { env: environment });
      assert.equal(said.toString(), expected);
    });
  }
});

describe('Dependabot', () => {
  interface Update {
    'package-ecosystem': string;
    directory?: string;
    directories?: string[];
    allow?: { 'dependency-name'?: string; 'dependency-type'?: string }[];
  }
  const { updates } = parse(readFileSync(join(repository.root, '.github/dependabot.yml'), 'utf8')) as {
    updates: Update[];
  };
  const updatesOf = (ecosystem: string, folder: string): Update[] =>
    updates.filter(
      (update) =>
        update['package-ecosystem'] === ecosystem &&
        [update.directory, ...(update.directories ?? [])].some(
          (pattern) =>
            pattern !== undefined && new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(folder),
        ),
    );
  const covers = (ecosystem: string, folder: string): boolean => updatesOf(ecosystem, folder).length > 0;
  const textOf = (file: string): string => readFileSync(join(repository.root, file), 'utf8');
  /** Ecosystems by the file that names packages; of two, either one reads it. */
  const ecosystems: [RegExp, string[]][] = [
    [/^go\.mod$/, ['gomod']],
    [/^Cargo\.toml$/, ['cargo']],
    [/^package\.json$/, ['npm']],
    [/^pom\.xml$/, ['maven']],
    [/^Gemfile$/, ['bundler']],
    [/^composer\.json$/, ['composer']],
    [/^mix\.exs$/, ['mix']],
    [/^build\.gradle(\.kts)?$/, ['gradle']],
    [/^requirements\.txt$/, ['uv', 'pip']],
    [/\.csproj$/, ['nuget']],
    [/^Dockerfile/, ['docker']],
    [/^compose\.yaml$/, ['docker-compose']],
    [/^action\.yml$/, ['github-actions']],
  ];

  test('watches every folder that names packages, but for files of older releases and those of tests', () => {
    assert.ok(covers('github-actions', '/'), 'the workflows');
    const { workspaces } = JSON.parse(readFileSync(join(repository.root, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    let seen = 0;
    for (const path of execFileSync('git', ['ls-files', '-z'], { cwd: repository.root, encoding: 'utf8' })
      .split('\0')
      .filter((file) => !/^bench\/test\/|^targets\/[^/]+\/[^/]+\/older\//.test(file))) {
      const names = ecosystems.find(([file]) => file.test(basename(path)))?.[1];
      // The packages of a workspace are in the lock file above it.
      if (names === undefined || workspaces.includes(dirname(path))) continue;
      seen++;
      const folder = path.includes('/') ? `/${dirname(path)}` : '/';
      assert.ok(
        names.some((name) => covers(name, folder)),
        `${path}: ${names.join(' or ')}`,
      );
    }
    assert.ok(seen > 100);
  });

  test('updates the programs that a module of Go only runs, which Go marks as indirect', () => {
    const listed = execFileSync('git', ['ls-files', '*go.mod'], { cwd: repository.root, encoding: 'utf8' });
    let tools = 0;
    for (const file of listed.trim().split('\n')) {
      const text = textOf(file);
      const required = [...text.matchAll(/^(?:require|\t)\s*(\S+) v/gm)].map(([, name = '']) => name);
      const named = [...text.matchAll(/^(?:tool |\t)([\w.-]\S*)$/gm)].map(([, path = '']) => path);
      for (const path of named) {
        tools++;
        const module = required.find((name) => path === name || path.startsWith(`${name}/`));
        const allowed = updatesOf('gomod', `/${dirname(file)}`).flatMap(({ allow }) => allow ?? []);
        assert.ok(
          allowed.some((one) => one['dependency-name'] === module && one['dependency-type'] === 'all'),
          `${file}: ${path}`,
        );
      }
    }
    assert.equal(tools, 3, 'act, actionlint and FerretDB');
  });

  test('watches FerretDB in the version that is built', () => {
    const module = 'github.com/FerretDB/FerretDB';
    const text = textOf('bench/ferretdb/go.mod');
    assert.ok(text.includes(`\ntool ${module}/cmd/ferretdb\n`), 'a tool, or tidying drops it');
    const [, version] = new RegExp(`^(?:require|\\t)\\s*${module} v(\\S+)`, 'm').exec(text) ?? [];
    assert.equal(version, FERRETDB_VERSION);
  });

  test('watches the programs that check the workflows, and the loaders that are built from crates', () => {
    assert.ok(covers('pip', '/.github/checkers'));
    assert.ok(covers('gomod', '/.github/checkers'));
    assert.ok(covers('cargo', '/bench/loader'));
    const [modules, sums] = [textOf('.github/checkers/go.mod'), textOf('.github/checkers/go.sum')];
    for (const module of ['github.com/nektos/act', 'github.com/rhysd/actionlint']) {
      assert.match(modules, new RegExp(`^\\t${module}(?:/\\S+)?$`, 'm'), 'a tool, or tidying drops it');
      const version = new RegExp(`^\\t${module} (v\\S+)`, 'm').exec(modules)?.[1] ?? 'none';
      assert.ok(sums.includes(`${module} ${version} h1:`), module);
    }
    const named = [...textOf('bench/loader/Cargo.toml').matchAll(/^(\w+) = "=([\d.]+)"$/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    );
    const built = [...loaders, hyperfine].flatMap(({ crate }) => crate ?? []);
    assert.deepEqual(named.sort(), built.sort());
  });
});

test('committed packages are refused before a job runs anything of them', () => {
  const action = readFileSync(join(repository.root, '.github/actions/setup/action.yml'), 'utf8');
  const { runs } = parse(action) as { runs: { steps: Step[] } };
  const script = runs.steps.find(({ run }) => run?.includes('bench.mjs'))?.run ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-packages-'));
  const run = (program: string, ...words: string[]) =>
    spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  try {
    run('git', 'init', '-q');
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/.bin/node'), '#!/bin/sh\n', { mode: 0o755 });
    assert.doesNotMatch(run('bash', '-e', '-c', script).stdout, /node_modules is committed/);
    run('git', 'add', '-f', 'node_modules');
    const { status, stdout } = run('bash', '-e', '-c', script);
    assert.deepEqual([status, /::error::node_modules is committed/.test(stdout)], [1, true]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
