import { MOST_ASKED_PAIRS } from '../../model/index.ts';
import { visibleText } from '../../util/text.ts';
import { LEAST_PAIRS } from '../ask.ts';
import { enableIssues } from '../github/issues.ts';
import { CHECK_NAME } from '../publish-report.ts';
import { KEY_VARIABLE } from '../push/access.ts';
import { putEnvironment, reviewersCommand } from './environment.ts';
import type { Answer } from './read.ts';
import type { RepositoryState } from './state.ts';

/** Judges the settings of a repository, in the order in which they are made: what protects comes before what opens. */

export interface RepositorySetting {
  name: string;
  /** `unknown` if the token may not read it; `optional` if nothing is wrong without it. */
  state: 'set' | 'missing' | 'unknown' | 'optional';
  /** Whether this setting, as it is, lets a pull request reach a pinned machine without approval. */
  opens: boolean;
  detail: string;
  /** Commands that set it, one per line. */
  next: string[];
}

/** Labels that the issue forms and the workflows use. GitHub drops a form's label that does not exist. */
export const LABELS: Readonly<Record<string, { colour: string; description: string }>> = {
  'disputed-result': { colour: 'd93f0b', description: 'A figure that looks wrong' },
  'new-target': { colour: '0e8a16', description: 'A framework to add' },
  'target-trouble': {
    colour: 'b60205',
    description: 'A target or a job that fails on main; opened by a bot',
  },
  'slower-release': {
    colour: 'fbca04',
    description: 'A release that costs more than the one before it; opened by a bot',
  },
  'results-by-hand': { colour: 'fbca04', description: 'Lets a pull request change committed results' },
};
/** Checks that a rule of main requires. */
export const REQUIRED_CHECKS = ['npm test', 'touched targets', 'committed results', CHECK_NAME] as const;
/** Workflows that the runner group admits, below `.github/workflows`. */
const PINNED_WORKFLOWS = ['bench.yml', 'pr-bench.yml', 'releases.yml'] as const;
/** Variables that name pinned runners by their labels. */
const RUNNER_VARIABLES = ['PITWALL_RUNNERS', 'PITWALL_PR_RUNNER', 'PITWALL_RELEASES_RUNNER'] as const;
/** Minutes after which GitHub ends a job of `pr-bench`, whatever it has measured. */
const JOB_MINUTES = 360;
const RULESET = '.github/rulesets/main.json';

type Judged = Omit<RepositorySetting, 'name'>;
const set = (detail: string): Judged => ({ state: 'set', opens: false, detail, next: [] });
const missing = (detail: string, next: string[], opens = false): Judged => ({
  state: 'missing',
  opens,
  detail,
  next,
});

/** `unknown` counts as open: what is not shown to be closed is not. */
function unread(answer: Exclude<Answer<unknown>, { state: 'found' }>, next: string[], opens = false): Judged {
  const detail = answer.state === 'absent' ? 'not there' : `cannot be read: ${answer.why}`;
  return { state: answer.state === 'absent' ? 'missing' : 'unknown', opens, detail, next };
}

/**
 * @param owners names of `.github/owners.txt`
 */
export function checkSettings(state: RepositoryState, owners: readonly string[]): RepositorySetting[] {
  const settings: [string, Judged][] = [
    ['branch main', mainBranch(state)],
    ['approval of forks', forks(state)],
    ['environment pinned-runner', reviewed(state)],
    ['environment pinned-runner-asked', asked(state)],
    ['environment results', results(state)],
    ['runner group', group(state)],
    ['rules of main', rules(state)],
    ['code owners', codeOwnersNamed(owners)],
    ['issues', issues(state)],
    ['labels', labels(state)],
    ['pages', pages(state)],
    ['workflows', workflows(state)],
    ['variables', variables(state)],
  ];
  return settings.map(([name, judged]) => ({ name, ...judged }));
}

function variableOf({ variables: answer }: RepositoryState, name: string): string {
  return answer.state === 'found' ? (answer.value[name] ?? '').trim() : '';
}

/** Labels of all pinned runners; `null` if it is unknown whether there are any. */
function pinnedRunners(state: RepositoryState): string[] | null {
  if (state.variables.state !== 'found') return null;
  const named = RUNNER_VARIABLES.map((name) => variableOf(state, name)).join(' ');
  return [...new Set(named.split(/[\s,]+/).filter(Boolean))];
}

/** Whether a machine of the owner's may take jobs of this repository. */
function hasMachine(state: RepositoryState): boolean {
  const own = state.ownRunners.state === 'found' ? state.ownRunners.value : [];
  return (pinnedRunners(state)?.length ?? 1) + own.length > 0;
}

function mainBranch({ defaultBranch, repository }: RepositoryState): Judged {
  if (defaultBranch === 'main') return set('the default branch');
  return missing(`the default branch is ${defaultBranch}; every workflow names main`, [
    `gh api -X POST repos/${repository}/branches/${defaultBranch}/rename -f new_name=main`,
  ]);
}

/**
 * A workflow that a pull request adds may name a pinned runner's label. What stops it is the runner group or, in its
 * place, the approval of every outsider's workflow.
 */
function forks(state: RepositoryState): Judged {
  const { repository, forkApproval: answer, isPrivate } = state;
  const next = [
    `gh api -X PUT repos/${repository}/actions/permissions/fork-pr-contributor-approval -f approval_policy=all_external_contributors`,
  ];
  if (isPrivate) return set('private: only who can read it can open a pull request');
  const opens = hasMachine(state) && !isGuarded(state);
  if (answer.state !== 'found') return unread(answer, next, opens);
  if (answer.value === 'all_external_contributors') return set('every outsider waits for an approval');
  return missing(`${answer.value}: earlier contributors run workflows without approval`, next, opens);
}

function reviewed(state: RepositoryState): Judged {
  const { repository, environments, isPrivate } = state;
  const answer = environments['pinned-runner'];
  const next = [reviewersCommand(repository, 'pinned-runner')];
  // Without it, the first pull request makes GitHub create an environment that needs no approval.
  const opens = state.variables.state !== 'found' || variableOf(state, 'PITWALL_PR_RUNNER') !== '';
  // Only a private repository's hosted runners measure without them: it has no strangers.
  const refused = opens || !isPrivate ? ', so pr-bench measures no pull request' : '';
  const paid = isPrivate ? '; reviewers in a private repository need GitHub Enterprise' : '';
  if (answer.state !== 'found') return unread(answer, next, opens);
  const { reviewers } = answer.value;
  if (reviewers > 0) return set(`one of ${reviewers} reviewers approves each measurement`);
  return missing(`nobody has to approve${refused}${paid}`, next, opens);
}

function asked(state: RepositoryState): Judged {
  const { repository, environments } = state;
  const name = 'pinned-runner-asked';
  const answer = environments[name];
  if (answer.state !== 'found') return unread(answer, [putEnvironment(repository, name, '{}')]);
  const { reviewers } = answer.value;
  if (reviewers > 0) return set(`one of ${reviewers} reviewers approves each /bench`);
  const unreviewed = variableOf(state, 'PITWALL_ASKED_UNREVIEWED') === '1';
  if (unreviewed || variableOf(state, 'PITWALL_PR_RUNNER') === '')
    return set('users with write access may ask with /bench; nobody else has to approve');
  return missing('nobody has to approve, so pr-bench refuses each /bench: name reviewers, or do without', [
    reviewersCommand(repository, name),
    `gh variable set PITWALL_ASKED_UNREVIEWED --repo ${repository} --body 1`,
  ]);
}

function results({ repository, environments, secrets, deployKeys, keysAllowed }: RepositoryState): Judged {
  const answer = environments.results;
  const [owner = ''] = repository.split('/');
  const allow =
    keysAllowed === false
      ? [`gh api -X PATCH orgs/${owner} -F deploy_keys_enabled_for_repositories=true`]
      : [];
  const restrict = [
    putEnvironment(
      repository,
      'results',
      '{"deployment_branch_policy":{"protected_branches":false,"custom_branch_policies":true}}',
    ),
    `gh api -X POST repos/${repository}/environments/results/deployment-branch-policies -f name=main`,
  ];
  const key = [
    ...allow,
    "ssh-keygen -q -t ed25519 -N '' -C 'pitwall results' -f results-key",
    `gh repo deploy-key add results-key.pub --repo ${repository} --title 'pitwall results' --allow-write`,
    `gh secret set ${KEY_VARIABLE} --repo ${repository} --env results < results-key`,
    'shred -u results-key && rm results-key.pub',
  ];
  if (answer.state !== 'found') return unread(answer, [...restrict, ...key]);
  const { branches } = answer.value;
  if (branches === null || branches.some((branch) => branch !== 'main'))
    return missing(
      `open to ${branches === null ? 'every branch' : branches.join(', ')}, and with it the key that may push to main`,
      restrict,
    );
  if (branches.length === 0) return missing('open to no branch', restrict.slice(1));
  if (secrets.state === 'unknown') return unread(secrets, []);
  if (secrets.state === 'absent' || !secrets.value.includes(KEY_VARIABLE))
    return missing('main alone, but without a deploy key: results are pushed with the token of the job', key);
  if (deployKeys.state === 'found' && !deployKeys.value.some(({ readOnly }) => !readOnly))
    return missing('the secret is there, but no deploy key of the repository may write', key);
  if (keysAllowed === false)
    return missing(
      `the organisation ${owner} has deploy keys switched off, so this one pushes nothing`,
      allow,
    );
  return set('main alone may use the deploy key');
}

/** Whether every pinned runner is in groups that admit `PINNED_WORKFLOWS` of main and nothing else. */
function isGuarded(state: RepositoryState): boolean {
  return group(state).state === 'set';
}

function group(state: RepositoryState): Judged {
  const { repository, isOrganization, isPrivate, ownRunners, groups } = state;
  const labels = pinnedRunners(state);
  const own = ownRunners.state === 'found' ? ownRunners.value : [];
  const hasNone = labels?.length === 0 && own.length === 0;
  const optional = (detail: string, next: string[]): Judged => ({
    state: 'optional',
    opens: false,
    detail,
    next,
  });
  if (!isOrganization)
    return hasNone
      ? optional('no pinned runner', [])
      : missing(
          'a personal account has none: any workflow that is approved may name the runner. Use machines that live for one job, or move the repository to an organisation',
          [],
        );
  const [owner = ''] = repository.split('/');
  const admitted = PINNED_WORKFLOWS.map((file) => `${repository}/.github/workflows/${file}@refs/heads/main`);
  const next = [
    `GROUP_ID=$(gh api -X POST orgs/${owner}/actions/runner-groups --jq .id --input - <<< '${JSON.stringify({
      name: 'pitwall',
      visibility: 'selected',
      allows_public_repositories: !isPrivate,
      restricted_to_workflows: true,
      selected_workflows: admitted,
    })}')`,
    `gh api -X PUT orgs/${owner}/actions/runner-groups/$GROUP_ID/repositories/$(gh api repos/${repository} --jq .id)`,
  ];
  if (hasNone) return optional('no pinned runner; make the group before you register one', next);
  if (labels === null)
    return { state: 'unknown', opens: false, detail: 'the variables cannot be read', next };
  if (own.some((label) => labels.includes(label)))
    return missing('a pinned runner is registered at the repository, and so in no group', next);
  if (groups.state !== 'found') return unread(groups, next);
  for (const label of labels) {
    const holding = groups.value.filter((candidate) => candidate.labels.includes(label));
    if (holding.length === 0)
      return missing(`no group that this repository sees has the runner ${label}`, next);
    for (const { name, workflows, takesPublic } of holding) {
      if (workflows === null) return missing(`the group ${name} of ${label} admits every workflow`, next);
      const other = workflows.filter((workflow) => !admitted.includes(workflow));
      const absent = admitted.filter((workflow) => !workflows.includes(workflow));
      if (other.length > 0) return missing(`the group ${name} also admits ${other.join(', ')}`, next);
      if (absent.length > 0) return missing(`the group ${name} does not admit ${absent.join(', ')}`, next);
      if (!isPrivate && !takesPublic)
        return missing(`the group ${name} takes no public repository, so jobs would wait for ever`, next);
    }
  }
  return set(`${labels.join(', ')}: ${PINNED_WORKFLOWS.join(', ')} of main alone`);
}

function rules({ repository, rules: answer }: RepositoryState): Judged {
  const next = [`gh api -X POST repos/${repository}/rulesets --input ${RULESET}`];
  if (answer.state !== 'found') return unread(answer, next);
  const { types, checks, bypass } = answer.value;
  const absent = ['pull_request', 'required_status_checks', 'non_fast_forward', 'deletion'].filter(
    (type) => !types.includes(type),
  );
  if (absent.length > 0) return missing(`no rule ${absent.join(', ')}`, next);
  const unasked = REQUIRED_CHECKS.filter((check) => !checks.includes(check));
  if (unasked.length > 0) return missing(`does not require ${unasked.join(', ')}`, next);
  if (bypass.state !== 'found') return unread(bypass, []);
  if (!bypass.value.includes('DeployKey'))
    return missing('deploy keys may not bypass it, so no result can be pushed', next);
  return set(`pull requests with ${checks.join(', ')}; the deploy key may push`);
}

function codeOwnersNamed(owners: readonly string[]): Judged {
  if (owners.length > 0) return set(owners.join(' '));
  return missing(
    'nobody owns .github, bench, results, site and compose.yaml. NAME is a user, or ORGANISATION/TEAM',
    ["echo '@NAME' >> .github/owners.txt && npm run bench -- schema --write"],
  );
}

function issues({ repository, hasIssues }: RepositoryState): Judged {
  if (hasIssues) return set('what fails on main opens one');
  return missing('switched off, as in every fork: nobody is notified of what fails on main', [
    enableIssues(repository),
  ]);
}

function labels({ repository, labels: answer }: RepositoryState): Judged {
  const known = answer.state === 'found' ? answer.value : [];
  const absent = Object.entries(LABELS).filter(([name]) => !known.includes(name));
  const next = absent.map(
    ([name, { colour, description }]) =>
      `gh label create ${name} --repo ${repository} --color ${colour} --description '${description}'`,
  );
  if (answer.state !== 'found') return unread(answer, next);
  return absent.length === 0
    ? set(Object.keys(LABELS).join(', '))
    : missing(`without ${absent.map(([name]) => name).join(', ')}`, next);
}

function pages({ repository, pages: answer, isPrivate }: RepositoryState): Judged {
  const paid = isPrivate ? ' (in a private repository, Pages need a paid plan)' : '';
  if (answer.state === 'found' && answer.value === 'workflow') return set('published by the workflow pages');
  if (answer.state === 'found')
    return missing(`built from a branch${paid}`, [
      `gh api -X PUT repos/${repository}/pages -f build_type=workflow`,
    ]);
  return unread(answer, [`gh api -X POST repos/${repository}/pages -f build_type=workflow`]);
}

/** GitHub switches off those with a schedule: in a fork, and where nothing happens for 60 days. */
function workflows({ repository, workflows: answer }: RepositoryState): Judged {
  if (answer.state !== 'found') return unread(answer, []);
  if (answer.value.length === 0)
    return missing(
      `GitHub knows of none; in a fork, switch them on at https://github.com/${repository}/actions`,
      [],
    );
  const off = answer.value.filter(({ state }) => state !== 'active');
  if (off.length === 0) return set(`${answer.value.length} are active`);
  return missing(
    `switched off: ${off.map(({ file, state }) => `${file} (${state})`).join(', ')}`,
    off.map(({ file }) => `gh workflow enable ${file} --repo ${repository}`),
  );
}

/** Last: a variable that names a runner opens the way to it. */
function variables(state: RepositoryState): Judged {
  const { repository, variables: answer } = state;
  if (answer.state !== 'found') return unread(answer, []);
  const comma = RUNNER_VARIABLES.find((name) => /[,\n]/.test(variableOf(state, name)));
  if (comma !== undefined)
    return missing(`${comma} separates labels by something else than spaces`, [
      `gh variable set ${comma} --repo ${repository} --body '${variableOf(state, comma)
        .split(/[\s,]+/)
        .join(' ')}'`,
    ]);
  const minutes = variableOf(state, 'PITWALL_PR_MINUTES');
  if (minutes !== '' && !isWholeWithin(minutes, 1, JOB_MINUTES))
    return missing(`PITWALL_PR_MINUTES is ${visibleText(minutes)}, not a number from 1 to ${JOB_MINUTES}`, [
      `gh variable set PITWALL_PR_MINUTES --repo ${repository} --body 240`,
    ]);
  // With too few, no change is ever proven and the check passes everything; with too many, nothing is measured.
  const pairs = variableOf(state, 'PITWALL_PR_PAIRS');
  if (pairs !== '' && !isWholeWithin(pairs, LEAST_PAIRS, MOST_ASKED_PAIRS))
    return missing(
      `PITWALL_PR_PAIRS is ${visibleText(pairs)}, not a number from ${LEAST_PAIRS} to ${MOST_ASKED_PAIRS}`,
      [`gh variable delete PITWALL_PR_PAIRS --repo ${repository}`],
    );
  const named = Object.keys(answer.value).filter((name) => name.startsWith('PITWALL_'));
  if (variableOf(state, 'PITWALL_RUNNERS') !== '') return set(named.sort().join(', '));
  return {
    state: 'optional',
    opens: false,
    detail:
      'PITWALL_RUNNERS is not set: hosted runners measure, and results are labelled as from shared machines',
    next: [`gh variable set PITWALL_RUNNERS --repo ${repository} --body 'LABEL'`],
  };
}

function isWholeWithin(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
}
