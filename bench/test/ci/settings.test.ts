import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { RepositorySetting } from '../../src/ci/settings/checks.ts';
import { ciSettings } from '../../src/commands/ci/index.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { repository as thisRepository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';
import {
  APPROVAL,
  environmentPath,
  type FakeSettings,
  GROUPS,
  group,
  ORGANISATION,
  OWN_RUNNERS,
  REPOSITORY_PATH,
  RULES,
  RULESET,
  startFakeSettings,
  VARIABLES,
  variablesOf,
  WORKFLOWS,
  workflowsOf,
} from './support/fake-settings.ts';

const made = makeRepository();
made.write('.github/owners.txt', '# who\n@owner\n@pitwall-org/team # all\n');
let github: FakeSettings;
beforeEach(async () => {
  github = await startFakeSettings();
});
afterEach(() => github.close());

async function ask(): Promise<{ exitCode: number; settings: RepositorySetting[]; text: string }> {
  const run = async (options: Record<string, boolean>) => {
    const invocation = invocationIn(made, { options });
    const exitCode = await ciSettings.run({ ...invocation, environment: github.environment });
    return { exitCode, output: invocation.output() };
  };
  const { exitCode, output } = await run({ json: true });
  const { output: text } = await run({});
  return { exitCode, settings: JSON.parse(output) as RepositorySetting[], text };
}
const wrong = (settings: readonly RepositorySetting[]): string[] =>
  settings.filter(({ state }) => state === 'missing' || state === 'unknown').map(({ name }) => name);
const opens = (settings: readonly RepositorySetting[]): string[] =>
  settings.filter((setting) => setting.opens).map(({ name }) => name);

test('a repository that is set up as it should be: nothing to do, and nothing was written', async () => {
  const { exitCode, settings } = await ask();
  assert.equal(exitCode, exitCodes.ok);
  assert.deepEqual(wrong(settings), []);
  assert.deepEqual(
    settings.flatMap(({ next }) => next),
    [],
  );
  assert.ok(github.asked.every((line) => line.startsWith('GET ')));
});

test('a new repository: everything is missing, in the order in which it is set, with its command', async () => {
  const { answers } = github;
  github.answers = { [REPOSITORY_PATH]: answers[REPOSITORY_PATH], [VARIABLES]: variablesOf({}) };
  const { exitCode, settings, text } = await ask();
  assert.equal(exitCode, exitCodes.ok, 'no machine yet, so none can be reached');
  assert.deepEqual(wrong(settings), [
    'approval of forks',
    'environment pinned-runner',
    'environment pinned-runner-asked',
    'environment results',
    'rules of main',
    'labels',
    'pages',
    'workflows',
  ]);
  assert.equal(settings.at(-1)?.name, 'variables', 'what opens comes last');
  assert.match(text, /gh api -X PUT repos\/pitwall-org\/pitwall\/environments\/pinned-runner /);
  assert.match(
    text,
    /gh api -X POST repos\/pitwall-org\/pitwall\/rulesets --input \.github\/rulesets\/main\.json/,
  );
  assert.match(text, /gh repo deploy-key add .* --allow-write/);
  for (const label of ['disputed-result', 'new-target'])
    assert.match(text, new RegExp(`gh label create ${label} `));
});

test('a fork has no issues until somebody switches them on', async () => {
  const about = github.answers[REPOSITORY_PATH] as object;
  github.answers[REPOSITORY_PATH] = { ...about, has_issues: false };
  const { exitCode, settings } = await ask();
  assert.deepEqual([exitCode, wrong(settings)], [exitCodes.ok, ['issues']]);
  assert.deepEqual(
    settings.flatMap(({ next }) => next),
    ['gh repo edit pitwall-org/pitwall --enable-issues'],
  );
});

test('what is on a later page of a list counts: variables, runners, groups and their runners', async () => {
  const pages = (path: string, first: object, second: object): void => {
    github.answers[path] = { total_count: 2, ...first };
    github.answers[`${path}?page=2`] = { total_count: 2, ...second };
  };
  const [plain, labelled] = [
    { runners: [{ name: 'one' }] },
    { runners: [{ name: 'two', labels: [{ name: 'pitwall-b' }] }] },
  ];
  const ours = variablesOf({ PITWALL_PR_RUNNER: 'pitwall-b', PITWALL_ASKED_UNREVIEWED: '1' });
  pages(VARIABLES, variablesOf({ OTHER: '1' }), ours);
  const shared = variablesOf({ PITWALL_RUNNERS: 'pitwall-b' });
  pages(`${REPOSITORY_PATH}/actions/organization-variables`, variablesOf({ OTHER: '2' }), shared);
  pages(OWN_RUNNERS, plain, labelled);
  const { settings } = await ask();
  assert.deepEqual(wrong(settings), ['runner group']);
  assert.match(settings.find(({ name }) => name === 'runner group')?.detail ?? '', /in no group/);
  assert.match(settings.at(-1)?.detail ?? '', /ASKED_UNREVIEWED, PITWALL_PR_RUNNER, PITWALL_RUNNERS$/);

  github.answers[OWN_RUNNERS] = { runners: [] };
  pages(GROUPS, group({ id: 6, name: 'other' }), group());
  github.answers[`${GROUPS}/6/runners`] = { runners: [] };
  pages(`${GROUPS}/7/runners`, plain, labelled);
  assert.deepEqual(wrong((await ask()).settings), []);
});

test('without a runner, the group that it needs comes first, with its commands', async () => {
  github.answers[VARIABLES] = variablesOf({});
  const { exitCode, settings } = await ask();
  assert.deepEqual([exitCode, wrong(settings)], [exitCodes.ok, []]);
  const found = settings.find(({ name }) => name === 'runner group');
  assert.equal(found?.state, 'optional');
  assert.match(found?.detail ?? '', /make the group before you register one/);
  assert.match(
    found?.next[0] ?? '',
    /^GROUP_ID=\$\(gh api -X POST orgs\/pitwall-org\/actions\/runner-groups /,
  );
  assert.match(found?.next[1] ?? '', /runner-groups\/\$GROUP_ID\/repositories/);
});

test('GitHub switches workflows off in a fork, and where nothing happens; each has a command of its own', async () => {
  const states = { 'bench.yml': 'disabled_fork', 'ci.yml': 'active', 'releases.yml': 'disabled_inactivity' };
  github.answers[WORKFLOWS] = workflowsOf(
    Object.fromEntries(Object.entries(states).map(([file, state]) => [`.github/workflows/${file}`, state])),
  );
  const { exitCode, settings } = await ask();
  assert.deepEqual([exitCode, wrong(settings)], [exitCodes.ok, ['workflows']]);
  assert.deepEqual(
    settings.flatMap(({ next }) => next),
    ['bench.yml', 'releases.yml'].map((file) => `gh workflow enable ${file} --repo pitwall-org/pitwall`),
  );
  github.answers[WORKFLOWS] = workflowsOf({});
  const [none] = (await ask()).settings.filter(({ state }) => state === 'missing');
  assert.match(none?.detail ?? '', /GitHub knows of none.*\/pitwall-org\/pitwall\/actions$/);
});

describe('a pull request could reach the machine unapproved', () => {
  const cases: [string, string[], () => void][] = [
    [
      'a runner without an environment',
      ['environment pinned-runner'],
      () => delete github.answers[environmentPath('pinned-runner')],
    ],
    [
      'an environment that asks nobody',
      ['environment pinned-runner'],
      () => {
        github.answers[environmentPath('pinned-runner')] = { protection_rules: [{ type: 'wait_timer' }] };
      },
    ],
    [
      'a reviewers rule without a reviewer',
      ['environment pinned-runner'],
      () => {
        github.answers[environmentPath('pinned-runner')] = {
          protection_rules: [{ type: 'required_reviewers', reviewers: [] }],
        };
      },
    ],
    [
      'a group that admits every workflow, and contributors who are not asked',
      ['approval of forks'],
      () => {
        github.answers[GROUPS] = group({ restricted_to_workflows: false });
        github.answers[APPROVAL] = { approval_policy: 'first_time_contributors' };
      },
    ],
    [
      'a runner of the repository itself, and contributors who are not asked',
      ['approval of forks'],
      () => {
        github.answers[OWN_RUNNERS] = { runners: [{ name: 'x', labels: [{ name: 'pitwall-a' }] }] };
        github.answers[APPROVAL] = { approval_policy: 'first_time_contributors_new_to_github' };
      },
    ],
    [
      'a personal account, and contributors who are not asked',
      ['approval of forks'],
      () => {
        const repository = github.answers[REPOSITORY_PATH] as object;
        github.answers[REPOSITORY_PATH] = { ...repository, owner: { login: 'me', type: 'User' } };
        github.answers[APPROVAL] = { approval_policy: 'first_time_contributors' };
      },
    ],
    [
      'a token that may not read what decides',
      ['approval of forks', 'environment pinned-runner'],
      () => {
        github.forbidden = new Set([APPROVAL, environmentPath('pinned-runner'), GROUPS, VARIABLES]);
      },
    ],
  ];
  for (const [what, expected, spoil] of cases) {
    test(what, async () => {
      spoil();
      const { exitCode, settings } = await ask();
      assert.deepEqual(opens(settings), expected);
      assert.equal(exitCode, exitCodes.failed);
    });
  }

  test('not with a group for two workflows, whatever the reviewers; nor with reviewers, whatever the group', async () => {
    github.answers[APPROVAL] = { approval_policy: 'first_time_contributors' };
    assert.equal((await ask()).exitCode, exitCodes.ok);
    github.answers[APPROVAL] = { approval_policy: 'all_external_contributors' };
    github.answers[GROUPS] = group({ restricted_to_workflows: false });
    assert.equal((await ask()).exitCode, exitCodes.ok);
  });
});

describe('what is missing, though nothing is open', () => {
  const cases: [string, string, RegExp, () => void][] = [
    [
      'a key that every branch may use',
      'environment results',
      /every branch/,
      () => {
        github.answers[environmentPath('results')] = { protection_rules: [] };
      },
    ],
    [
      'no key',
      'environment results',
      /without a deploy key/,
      () => {
        github.answers[`${environmentPath('results')}/secrets`] = { secrets: [] };
      },
    ],
    [
      'a key that may only read',
      'environment results',
      /no deploy key of the repository may write/,
      () => {
        github.answers[`${REPOSITORY_PATH}/keys`] = [{ read_only: true }];
      },
    ],
    [
      'an organisation with deploy keys switched off, as a new one has',
      'environment results',
      /deploy keys switched off/,
      () => {
        github.answers[ORGANISATION] = { deploy_keys_enabled_for_repositories: false };
      },
    ],
    [
      'a ruleset that the key may not bypass',
      'rules of main',
      /no result can be pushed/,
      () => {
        github.answers[RULESET] = {
          bypass_actors: [{ actor_type: 'RepositoryRole', bypass_mode: 'always' }],
        };
      },
    ],
    [
      'a ruleset without a required check',
      'rules of main',
      /does not require pitwall \/ regression/,
      () => {
        const rules = github.answers[RULES] as { type: string; parameters?: object }[];
        const contexts = ['npm test', 'touched targets', 'committed results'].map((context) => ({ context }));
        github.answers[RULES] = rules.map((rule) =>
          rule.parameters ? { ...rule, parameters: { required_status_checks: contexts } } : rule,
        );
      },
    ],
    [
      'a group that lacks a workflow',
      'runner group',
      /does not admit .*pr-bench\.yml/,
      () => {
        github.answers[GROUPS] = group({
          selected_workflows: ['pitwall-org/pitwall/.github/workflows/bench.yml@refs/heads/main'],
        });
      },
    ],
    [
      'a group that takes no public repository',
      'runner group',
      /wait for ever/,
      () => {
        github.answers[GROUPS] = group({ allows_public_repositories: false });
      },
    ],
    [
      'labels separated by commas',
      'variables',
      /something else than spaces/,
      () => {
        github.answers[VARIABLES] = variablesOf({ PITWALL_RUNNERS: 'pitwall-a,pitwall-a' });
      },
    ],
    [
      'a request that nobody reviews, and no variable that allows it',
      'environment pinned-runner-asked',
      /pr-bench refuses each \/bench/,
      () => {
        github.answers[VARIABLES] = variablesOf({ PITWALL_RUNNERS: 'a', PITWALL_PR_RUNNER: 'pitwall-a' });
        github.answers[`${GROUPS}/7/runners`] = {
          runners: [{ name: 'one', labels: [{ name: 'a' }, { name: 'pitwall-a' }] }],
        };
      },
    ],
    ...['six hours', '0', '361', '1e2'].map((minutes): [string, string, RegExp, () => void] => [
      `minutes of a pull request that are none: ${minutes}`,
      'variables',
      /PITWALL_PR_MINUTES is .*, not a number from 1 to 360/,
      () => {
        github.answers[VARIABLES] = variablesOf({
          PITWALL_RUNNERS: 'pitwall-a',
          PITWALL_PR_MINUTES: minutes,
        });
      },
    ]),
    ...['2', '1001', 'many'].map((pairs): [string, string, RegExp, () => void] => [
      `pairs of a pull request that decide nothing, or are none: ${pairs}`,
      'variables',
      /PITWALL_PR_PAIRS is .*, not a number from 10 to 1000/,
      () => {
        github.answers[VARIABLES] = variablesOf({ PITWALL_RUNNERS: 'pitwall-a', PITWALL_PR_PAIRS: pairs });
      },
    ]),
    [
      'pages from a branch',
      'pages',
      /built from a branch/,
      () => {
        github.answers[`${REPOSITORY_PATH}/pages`] = { build_type: 'legacy' };
      },
    ],
  ];
  for (const [what, name, detail, spoil] of cases) {
    test(what, async () => {
      spoil();
      const { exitCode, settings } = await ask();
      assert.deepEqual(wrong(settings), [name]);
      const setting = settings.find((candidate) => candidate.name === name);
      assert.match(setting?.detail ?? '', detail);
      assert.notDeepEqual(setting?.next, []);
      assert.equal(exitCode, exitCodes.ok);
    });
  }
});

test('the page for operators has every command that lets results be pushed, in the order in which they are printed', async () => {
  const { answers } = github;
  github.answers = {
    [REPOSITORY_PATH]: answers[REPOSITORY_PATH],
    [VARIABLES]: variablesOf({}),
    [ORGANISATION]: { deploy_keys_enabled_for_repositories: false },
  };
  const { settings } = await ask();
  const printed = settings
    .filter(({ name }) => ['environment results', 'rules of main'].includes(name))
    .flatMap(({ next }) => next)
    .map((line) => line.replaceAll('pitwall-org/pitwall', 'OWNER/REPO').replaceAll('pitwall-org', 'OWNER'));
  assert.ok(printed.length >= 8, printed.join('\n'));
  const page = readFileSync(join(thisRepository.root, '.github/OPERATING.md'), 'utf8').replaceAll(
    ' \\\n',
    '',
  );
  const plain = page.replaceAll(/\s+/g, ' ');
  const places = printed.map((line) => plain.indexOf(line.replaceAll(/\s+/g, ' ')));
  assert.ok(
    places.every((place, index) => place > (places[index - 1] ?? 0)),
    JSON.stringify(
      printed.map((line, index) => [places[index], line]),
      null,
      1,
    ),
  );
});

test('without a token, and for a repository that is not there: five parts', async () => {
  const { GH_TOKEN: _token, ...without } = github.environment;
  const invocation = invocationIn(made);
  const refusal = await refusalOf(() => ciSettings.run({ ...invocation, environment: without }));
  assert.match(refusal.next, /gh auth token/);
  const environment = { ...github.environment, GITHUB_REPOSITORY: 'nobody/nothing' };
  assert.match(
    (await refusalOf(() => ciSettings.run({ ...invocation, environment }))).what,
    /cannot be read/,
  );
});
