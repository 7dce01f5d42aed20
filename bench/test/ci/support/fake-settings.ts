import { createServer } from 'node:http';
import { listenOnLoopback } from '../../process/loopback.ts';

/**
 * The settings of a repository as GitHub's REST API shows them; each answer by its path, 404 where there is none. Further
 * pages of a list have `?page=2` behind the path, and so on.
 */
export interface FakeSettings {
  answers: Record<string, unknown>;
  /** Paths that the token may not read. */
  forbidden: Set<string>;
  /** Methods and paths, in order. */
  asked: string[];
  environment: Record<string, string>;
  close(): Promise<void>;
}

const OWNED = 'pitwall-org/pitwall';
const AT = `/repos/${OWNED}`;
export const APPROVAL = `${AT}/actions/permissions/fork-pr-contributor-approval`;
export const environmentPath = (name: string): string => `${AT}/environments/${name}`;
export const GROUPS = '/orgs/pitwall-org/actions/runner-groups';
export const RULES = `${AT}/rules/branches/main`;
export const RULESET = `${AT}/rulesets/1`;
export const VARIABLES = `${AT}/actions/variables`;
export const OWN_RUNNERS = `${AT}/actions/runners`;
export const WORKFLOWS = `${AT}/actions/workflows`;
export const REPOSITORY_PATH = AT;
export const ORGANISATION = '/orgs/pitwall-org';

const workflow = (file: string): string => `${OWNED}/.github/workflows/${file}@refs/heads/main`;
export const group = (change: object = {}) => ({
  runner_groups: [
    {
      id: 7,
      name: 'pitwall',
      allows_public_repositories: true,
      restricted_to_workflows: true,
      selected_workflows: [workflow('bench.yml'), workflow('pr-bench.yml'), workflow('releases.yml')],
      ...change,
    },
  ],
});
export const variablesOf = (values: Record<string, string>) => ({
  variables: Object.entries(values).map(([name, value]) => ({ name, value })),
});

export const workflowsOf = (states: Record<string, string>) => ({
  workflows: Object.entries(states).map(([path, state]) => ({ path, state })),
});

/** A repository in which everything is set as it should be. */
function wellSet(): Record<string, unknown> {
  const checks = ['npm test', 'touched targets', 'committed results', 'pitwall / regression'];
  return {
    [AT]: {
      private: false,
      default_branch: 'main',
      has_issues: true,
      owner: { login: 'pitwall-org', type: 'Organization' },
      permissions: { admin: true },
    },
    [VARIABLES]: variablesOf({
      PITWALL_RUNNERS: 'pitwall-a',
      PITWALL_PR_RUNNER: 'pitwall-a',
      PITWALL_ASKED_UNREVIEWED: '1',
    }),
    [`${AT}/actions/organization-variables`]: variablesOf({}),
    [APPROVAL]: { approval_policy: 'all_external_contributors' },
    [environmentPath('pinned-runner')]: {
      protection_rules: [{ type: 'required_reviewers', reviewers: [{ type: 'User', reviewer: { id: 1 } }] }],
      deployment_branch_policy: null,
    },
    [environmentPath('pinned-runner-asked')]: { protection_rules: [], deployment_branch_policy: null },
    [environmentPath('results')]: {
      protection_rules: [{ type: 'branch_policy' }],
      deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
    },
    [`${environmentPath('results')}/deployment-branch-policies`]: { branch_policies: [{ name: 'main' }] },
    [`${environmentPath('results')}/secrets`]: { secrets: [{ name: 'PITWALL_RESULTS_KEY' }] },
    [`${AT}/keys`]: [{ read_only: false }],
    [ORGANISATION]: { deploy_keys_enabled_for_repositories: true },
    [OWN_RUNNERS]: { runners: [] },
    [GROUPS]: group(),
    [`${GROUPS}/7/runners`]: {
      runners: [{ name: 'one', labels: [{ name: 'self-hosted' }, { name: 'pitwall-a' }] }],
    },
    [RULES]: [
      { type: 'deletion', ruleset_id: 1 },
      { type: 'non_fast_forward', ruleset_id: 1 },
      { type: 'pull_request', ruleset_id: 1 },
      {
        type: 'required_status_checks',
        ruleset_id: 1,
        parameters: { required_status_checks: checks.map((context) => ({ context })) },
      },
    ],
    [RULESET]: {
      bypass_actors: [
        { actor_type: 'DeployKey', bypass_mode: 'always' },
        { actor_type: 'RepositoryRole', bypass_mode: 'pull_request' },
      ],
    },
    [`${AT}/labels`]: [
      'disputed-result',
      'new-target',
      'target-trouble',
      'slower-release',
      'results-by-hand',
    ].map((name) => ({ name })),
    [`${AT}/pages`]: { build_type: 'workflow' },
    [WORKFLOWS]: workflowsOf({
      '.github/workflows/bench.yml': 'active',
      '.github/workflows/ci.yml': 'active',
      '.github/workflows/gone.yml': 'deleted',
      'dynamic/dependabot/dependabot-updates': 'disabled_manually',
    }),
  };
}

export async function startFakeSettings(): Promise<FakeSettings> {
  const fake: FakeSettings = {
    answers: wellSet(),
    forbidden: new Set(),
    asked: [],
    environment: {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const page = Number(searchParams.get('page') ?? 1);
    const answer = fake.answers[page > 1 ? `${pathname}?page=${page}` : pathname];
    fake.asked.push(`${request.method} ${pathname}`);
    const reply = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.headers.authorization !== 'Bearer a-token') reply(401, { message: 'Bad credentials' });
    else if (fake.forbidden.has(pathname))
      reply(403, { message: 'Resource not accessible by personal access token' });
    else if (answer === undefined) reply(404, { message: 'Not Found' });
    else reply(200, answer);
  });
  fake.environment = {
    GITHUB_API_URL: await listenOnLoopback(server),
    GITHUB_REPOSITORY: OWNED,
    GH_TOKEN: 'a-token',
  };
  return fake;
}
