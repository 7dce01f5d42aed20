import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { targetFolders } from '../../src/catalog/targets.ts';
import { COST_JOBS, COST_STEP } from '../../src/ci/gate/cost.ts';
import { CHECK_NAME } from '../../src/ci/publish-report.ts';
import { commands } from '../../src/commands/index.ts';
import { addressVariable, contextVariable, REMOTE_VARIABLE } from '../../src/hosts/hosts.ts';
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
  environment?: unknown;
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
        assert.deepEqual(job.permissions, { contents: 'read' }, name);
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
      assert.doesNotMatch(text, /secrets\./);
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
    assert.match(guard?.if ?? '', /^\$\{\{ vars\.PITWALL_PR_RUNNER != ''/);
  });

  test('starts for every pull request to main, also one that touches no target or turns to main later', () => {
    const pull = workflow.on.pull_request_target;
    assert.deepEqual(Object.keys(pull ?? {}).sort(), ['branches', 'types']);
    assert.deepEqual(pull?.branches, ['main']);
    for (const type of ['opened', 'synchronize', 'reopened', 'ready_for_review', 'edited'])
      assert.ok(pull?.types?.includes(type), type);
    // An edit of the title must neither measure again nor end what is being measured.
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

  test('on a pinned runner, code of a pull request runs in containers whatever the settings say', () => {
    assert.match(
      workflow.jobs.duet?.env?.LAUNCHER ?? '',
      /vars\.PITWALL_PR_RUNNER == '' && vars\.PITWALL_LAUNCHER \|\| 'compose' \}\}$/,
    );
  });

  test('takes the inputs that a comment sends', () => {
    const inputs = workflow.on.workflow_dispatch?.inputs ?? {};
    assert.deepEqual(Object.keys(inputs).sort(), ['base', 'head', 'pull_request', 'scenario', 'target']);
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

test('whoever waits for a machine stays in its queue', () => {
  let jobs = 0;
  for (const { workflow } of workflows) {
    for (const { concurrency } of Object.values(workflow.jobs)) {
      if (!concurrency?.group.startsWith('pinned-')) continue;
      jobs++;
      assert.deepEqual([concurrency['cancel-in-progress'], concurrency.queue], [false, 'max']);
    }
  }
  assert.equal(jobs, 2, 'bench and pr-bench');
});

test('where roles have hosts of their own, whatever measures is told the same', () => {
  const told = (env: Record<string, string> = {}): string[] =>
    Object.keys(env).filter((name) => /_(?:CONTEXT|ADDRESS)$|ALLOW_REMOTE/.test(name));
  const variables = roles.flatMap((role) => [
    contextVariable(role),
    ...(role === 'loader' ? [] : [addressVariable(role)]),
  ]);
  for (const job of [named('bench').jobs.measure, named('pr-bench').jobs.duet])
    assert.deepEqual(told(job?.env).sort(), [REMOTE_VARIABLE, ...variables].sort());
});

test('what writes runs no code of a pull request: it checks out main', () => {
  for (const name of ['pr-report', 'pr-ask', 'pr-bench', 'bench']) {
    for (const step of stepsOf(named(name)))
      if (step.uses?.startsWith('actions/checkout@')) assert.equal(step.with?.ref, 'main', name);
  }
});

describe('Dependabot', () => {
  interface Update {
    'package-ecosystem': string;
    directory?: string;
    directories?: string[];
  }
  const { updates } = parse(readFileSync(join(repository.root, '.github/dependabot.yml'), 'utf8')) as {
    updates: Update[];
  };
  const covers = (ecosystem: string, folder: string): boolean =>
    updates.some(
      (update) =>
        update['package-ecosystem'] === ecosystem &&
        [update.directory, ...(update.directories ?? [])].some(
          (pattern) =>
            pattern !== undefined && new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(folder),
        ),
    );
  const ecosystems: [string, string][] = [
    ['go.mod', 'gomod'],
    ['Cargo.toml', 'cargo'],
    ['package.json', 'npm'],
    ['pom.xml', 'maven'],
    ['Gemfile', 'bundler'],
    ['*.csproj', 'nuget'],
    ['Dockerfile', 'docker'],
  ];

  test("watches the actions, npm, and every target's and template's ecosystem", () => {
    assert.ok(covers('github-actions', '/'));
    assert.ok(covers('npm', '/'));
    const folders = [
      ...targetFolders(repository).map((id) => `/targets/${id}`),
      ...globSync('bench/templates/*', { cwd: repository.root }).map((path) => `/${path}`),
    ];
    for (const folder of folders) {
      for (const [file, ecosystem] of ecosystems) {
        if (globSync(file, { cwd: join(repository.root, folder) }).length > 0)
          assert.ok(covers(ecosystem, folder), `${folder}: ${ecosystem}`);
      }
    }
  });
});
