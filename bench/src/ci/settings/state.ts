import { z } from 'zod';
import { readProtection } from './environment.ts';
import type { Answer, SettingsReader } from './read.ts';

/** What GitHub knows of a repository's settings, as far as they decide who reaches the machine and the branch. */

const repositorySchema = z.object({
  private: z.boolean(),
  default_branch: z.string(),
  has_issues: z.boolean().default(true),
  owner: z.object({ login: z.string(), type: z.string() }),
  permissions: z.object({ admin: z.boolean() }).optional(),
});
/** What GitHub says beside each page of a list. */
const counted = { total_count: z.number().int().default(0) };
const variablesSchema = z.object({
  ...counted,
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
});
const rulesSchema = z.array(
  z.object({
    type: z.string(),
    ruleset_id: z.number().int().optional(),
    parameters: z
      .object({ required_status_checks: z.array(z.object({ context: z.string() })).optional() })
      .optional(),
  }),
);
const rulesetSchema = z.object({
  bypass_actors: z.array(z.object({ actor_type: z.string(), bypass_mode: z.string().optional() })).optional(),
});
const groupsSchema = z.object({
  ...counted,
  runner_groups: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      allows_public_repositories: z.boolean().default(false),
      restricted_to_workflows: z.boolean().default(false),
      selected_workflows: z.array(z.string()).default([]),
    }),
  ),
});
const runnersSchema = z.object({
  ...counted,
  runners: z.array(
    z.object({ name: z.string(), labels: z.array(z.object({ name: z.string() })).default([]) }),
  ),
});

const workflowsSchema = z.object({
  ...counted,
  workflows: z.array(z.object({ path: z.string(), state: z.string() })),
});

interface RunnerGroup {
  name: string;
  takesPublic: boolean;
  /** Workflows that may use it, `owner/name/path@ref`; `null` if all may. */
  workflows: string[] | null;
  /** Labels of its runners. */
  labels: string[];
}

interface EnvironmentState {
  /** Number of users and teams, one of whom has to approve. */
  reviewers: number;
  /** Patterns of the branches that may use it; `null` if all may. */
  branches: string[] | null;
}

export interface RepositoryState {
  /** `owner/name` */
  repository: string;
  isPrivate: boolean;
  isOrganization: boolean;
  /** Whether it has issues; GitHub switches them off in forks. */
  hasIssues: boolean;
  defaultBranch: string;
  /** Variables of the repository and, of its organisation, those that it sees. */
  variables: Answer<Record<string, string>>;
  forkApproval: Answer<string>;
  environments: Record<'pinned-runner' | 'pinned-runner-asked' | 'results', Answer<EnvironmentState>>;
  /** Names of the secrets of the environment `results`. */
  secrets: Answer<string[]>;
  /** Whether each deploy key may only read. */
  deployKeys: Answer<{ readOnly: boolean }[]>;
  /** Whether its organisation lets repositories have deploy keys; `null` if unknown, or without an organisation. */
  keysAllowed: boolean | null;
  /** Labels of runners that are registered at the repository, and so in no group. */
  ownRunners: Answer<string[]>;
  groups: Answer<RunnerGroup[]>;
  rules: Answer<{ types: string[]; checks: string[]; bypass: Answer<string[]> }>;
  labels: Answer<string[]>;
  /** `workflow` or `legacy` */
  pages: Answer<string>;
  /** Files below `.github/workflows`, each `active` or `disabled_…`, with the reason. */
  workflows: Answer<{ file: string; state: string }[]>;
}

function change<A, B>(answer: Answer<A>, work: (value: A) => B): Answer<B> {
  return answer.state === 'found' ? { state: 'found', value: work(answer.value) } : answer;
}

/** Reads a list to its end: what decides may be on its last page. */
async function readList<Page extends { total_count: number }, Entry>(
  read: (page: number) => Promise<Answer<Page>>,
  entriesOf: (page: Page) => readonly Entry[],
): Promise<Answer<Entry[]>> {
  const all: Entry[] = [];
  for (let page = 1; ; page++) {
    const answer = await read(page);
    if (answer.state !== 'found') return answer;
    const entries = entriesOf(answer.value);
    all.push(...entries);
    if (entries.length === 0 || all.length >= answer.value.total_count) return { state: 'found', value: all };
  }
}

/** Asks for everything; `absent` or `unknown` if even the repository cannot be read. */
export async function readState(
  reader: SettingsReader,
  repository: string,
): Promise<Answer<RepositoryState>> {
  const at = `/repos/${repository}`;
  const about = await reader.read(at, repositorySchema);
  if (about.state !== 'found') return about;
  const { owner, default_branch: defaultBranch, permissions } = about.value;
  const isOrganization = owner.type === 'Organization';
  // Without these rights GitHub says that a setting is absent where it only hides it.
  const hidden = <Value>(answer: Answer<Value>): Answer<Value> =>
    answer.state === 'absent' && permissions?.admin !== true
      ? { state: 'unknown', why: 'the token is not one of an administrator' }
      : answer;
  const variablesOf = (list: string) =>
    readList(
      (page) => reader.read(`${at}/actions/${list}?per_page=30&page=${page}`, variablesSchema),
      ({ variables }) => variables,
    );
  const own = await variablesOf('variables');
  const shared = isOrganization ? await variablesOf('organization-variables') : null;
  const more = shared?.state === 'found' ? shared.value : [];
  const keys = z.array(z.object({ read_only: z.boolean() }));
  const organization = z.object({ deploy_keys_enabled_for_repositories: z.boolean().nullish() });
  const policy = isOrganization ? await reader.read(`/orgs/${owner.login}`, organization) : null;
  const secretNames = z.object({ secrets: z.array(z.object({ name: z.string() })) });
  const labels = await reader.read(`${at}/labels?per_page=100`, z.array(z.object({ name: z.string() })));
  return {
    state: 'found',
    value: {
      repository,
      isPrivate: about.value.private,
      isOrganization,
      hasIssues: about.value.has_issues,
      defaultBranch,
      variables: change(hidden(own), (variables) =>
        Object.fromEntries([...more, ...variables].map(({ name, value }) => [name, value])),
      ),
      forkApproval: change(
        hidden(
          await reader.read(
            `${at}/actions/permissions/fork-pr-contributor-approval`,
            z.object({ approval_policy: z.string() }),
          ),
        ),
        ({ approval_policy }) => approval_policy,
      ),
      environments: {
        'pinned-runner': await readEnvironment(reader, repository, 'pinned-runner'),
        'pinned-runner-asked': await readEnvironment(reader, repository, 'pinned-runner-asked'),
        results: await readEnvironment(reader, repository, 'results'),
      },
      secrets: change(await reader.read(`${at}/environments/results/secrets`, secretNames), ({ secrets }) =>
        secrets.map(({ name }) => name),
      ),
      deployKeys: change(hidden(await reader.read(`${at}/keys?per_page=100`, keys)), (found) =>
        found.map(({ read_only }) => ({ readOnly: read_only })),
      ),
      keysAllowed:
        policy?.state === 'found' ? (policy.value.deploy_keys_enabled_for_repositories ?? null) : null,
      ownRunners: hidden(await readLabels(reader, `${at}/actions/runners`)),
      groups: isOrganization ? await readGroups(reader, owner.login, repository) : { state: 'absent' },
      rules: await readRules(reader, at, defaultBranch),
      labels: change(labels, (found) => found.map(({ name }) => name)),
      pages: change(
        await reader.read(`${at}/pages`, z.object({ build_type: z.string().nullish() })),
        ({ build_type }) => build_type ?? 'legacy',
      ),
      workflows: await readWorkflows(reader, at),
    },
  };
}

async function readWorkflows(reader: SettingsReader, at: string): Promise<RepositoryState['workflows']> {
  const answer = await readList(
    (page) => reader.read(`${at}/actions/workflows?per_page=100&page=${page}`, workflowsSchema),
    ({ workflows }) => workflows,
  );
  return change(answer, (found) =>
    found.flatMap(({ path, state }) => {
      // GitHub also lists its own, of Dependabot and Pages, and files that are gone.
      const [, file] = /^\.github\/workflows\/([^/]+)$/.exec(path) ?? [];
      return file === undefined || state === 'deleted' ? [] : [{ file, state }];
    }),
  );
}

async function readEnvironment(
  reader: SettingsReader,
  repository: string,
  name: string,
): Promise<Answer<EnvironmentState>> {
  const answer = await readProtection(reader, repository, name);
  if (answer.state !== 'found') return answer;
  const { reviewers, branchPolicy } = answer.value;
  let branches: string[] | null = null;
  if (branchPolicy?.protected_branches) branches = ['protected branches'];
  else if (branchPolicy?.custom_branch_policies) {
    const patterns = z.object({ branch_policies: z.array(z.object({ name: z.string() })) });
    const found = await reader.read(
      `/repos/${repository}/environments/${name}/deployment-branch-policies`,
      patterns,
    );
    if (found.state === 'unknown') return found;
    branches = found.state === 'found' ? found.value.branch_policies.map((pattern) => pattern.name) : [];
  }
  return { state: 'found', value: { reviewers, branches } };
}

/** Reads the labels of all runners of a list. */
async function readLabels(reader: SettingsReader, path: string): Promise<Answer<string[]>> {
  const answer = await readList(
    (page) => reader.read(`${path}?per_page=100&page=${page}`, runnersSchema),
    ({ runners }) => runners,
  );
  return change(answer, (runners) => runners.flatMap(({ labels }) => labels.map(({ name }) => name)));
}

async function readGroups(
  reader: SettingsReader,
  organisation: string,
  repository: string,
): Promise<Answer<RunnerGroup[]>> {
  const [, name = ''] = repository.split('/');
  const path = `/orgs/${organisation}/actions/runner-groups`;
  const query = `per_page=100&visible_to_repository=${encodeURIComponent(name)}`;
  const answer = await readList(
    (page) => reader.read(`${path}?${query}&page=${page}`, groupsSchema),
    ({ runner_groups: groups }) => groups,
  );
  if (answer.state !== 'found')
    return answer.state === 'absent'
      ? { state: 'unknown', why: 'the token may not read the organisation (read:org, admin:org)' }
      : answer;
  const groups: RunnerGroup[] = [];
  for (const group of answer.value) {
    const labels = await readLabels(reader, `${path}/${group.id}/runners`);
    if (labels.state === 'unknown') return labels;
    groups.push({
      name: group.name,
      takesPublic: group.allows_public_repositories,
      workflows: group.restricted_to_workflows ? group.selected_workflows : null,
      labels: labels.state === 'found' ? labels.value : [],
    });
  }
  return { state: 'found', value: groups };
}

async function readRules(
  reader: SettingsReader,
  at: string,
  branch: string,
): Promise<RepositoryState['rules']> {
  const answer = await reader.read(`${at}/rules/branches/${encodeURIComponent(branch)}`, rulesSchema);
  if (answer.state !== 'found') return answer;
  const rules = answer.value;
  const ids = [...new Set(rules.flatMap(({ ruleset_id }) => ruleset_id ?? []))];
  let bypass: Answer<string[]> = { state: 'absent' };
  for (const id of ids) {
    const ruleset = await reader.read(`${at}/rulesets/${id}`, rulesetSchema);
    if (ruleset.state !== 'found') {
      bypass = ruleset.state === 'absent' ? { state: 'unknown', why: `ruleset ${id} is hidden` } : ruleset;
      break;
    }
    const actors = ruleset.value.bypass_actors;
    if (actors === undefined) {
      bypass = { state: 'unknown', why: 'GitHub shows who may bypass a ruleset to administrators alone' };
      break;
    }
    const always = actors.filter(({ bypass_mode }) => bypass_mode !== 'pull_request');
    const types = always.map(({ actor_type }) => actor_type);
    // A push has to pass every ruleset.
    const before: string[] = bypass.state === 'found' ? bypass.value : types;
    bypass = { state: 'found', value: types.filter((type) => before.includes(type)) };
  }
  return {
    state: 'found',
    value: {
      types: [...new Set(rules.map(({ type }) => type))],
      checks: rules.flatMap(({ parameters }) =>
        (parameters?.required_status_checks ?? []).map(({ context }) => context),
      ),
      bypass,
    },
  };
}
