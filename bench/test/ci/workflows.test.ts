import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { targetFolders } from '../../src/catalog/targets.ts';
import { askedBy, runTitle } from '../../src/ci/github/event.ts';
import { commands } from '../../src/commands/index.ts';
import { addressVariable, contextVariable, REMOTE_VARIABLE } from '../../src/hosts/hosts.ts';
import { roles } from '../../src/machine/roles.ts';
import { repository } from '../../src/util/repository.ts';

/** What no checker knows: rules of this project's own workflows. */

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
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
  on: Record<string, { inputs?: Record<string, unknown> } | null>;
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

  test('its run-name is what the report reads', () => {
    const title = (workflow['run-name'] ?? '')
      .replace(/\$\{\{ github\.event\.pull_request\.number .*?\}\}/, '7')
      .replace(/\$\{\{ github\.event\.pull_request\.head\.sha .*?\}\}/, 'a'.repeat(40));
    assert.equal(title, runTitle(7, 'a'.repeat(40)));
    assert.ok(askedBy(title));
  });

  test("checks out main alone, and its pinned job waits for an environment's reviewers", () => {
    for (const step of stepsOf(workflow))
      if (step.uses?.startsWith('actions/checkout@')) assert.equal(step.with?.ref, 'main');
    assert.ok(workflow.jobs.duet?.environment);
    assert.doesNotMatch(text, /git (?:checkout|merge|pull|switch)/);
    assert.doesNotMatch(text, /github\.event\.pull_request\.(?:title|body|head\.ref)/);
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
  for (const name of ['pr-report', 'pr-ask', 'bench']) {
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
