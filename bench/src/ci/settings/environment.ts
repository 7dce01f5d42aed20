import { z } from 'zod';
import type { Answer, SettingsReader } from './read.ts';

/** What GitHub knows of an environment, as far as it decides who approves its jobs and which branches may use it. */

const environmentSchema = z.object({
  protection_rules: z
    .array(z.object({ type: z.string(), reviewers: z.array(z.unknown()).optional() }))
    .default([]),
  deployment_branch_policy: z
    .object({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() })
    .nullish(),
});

interface Protection {
  /** Number of users and teams, one of whom has to approve. */
  reviewers: number;
  /** Types of all rules, with and without reviewers. */
  rules: string[];
  branchPolicy: z.output<typeof environmentSchema>['deployment_branch_policy'];
}

/** Reads the rules of an environment; `absent` if nobody has made it. */
export async function readProtection(
  reader: SettingsReader,
  repository: string,
  name: string,
): Promise<Answer<Protection>> {
  const answer = await reader.read(
    `/repos/${repository}/environments/${encodeURIComponent(name)}`,
    environmentSchema,
  );
  if (answer.state !== 'found') return answer;
  const { protection_rules: rules, deployment_branch_policy: branchPolicy } = answer.value;
  const reviewers = rules
    .filter(({ type }) => type === 'required_reviewers')
    .reduce((sum, rule) => sum + (rule.reviewers ?? []).length, 0);
  return { state: 'found', value: { reviewers, rules: rules.map(({ type }) => type), branchPolicy } };
}

export function putEnvironment(repository: string, name: string, body: string): string {
  return `gh api -X PUT repos/${repository}/environments/${name} --input - <<< '${body}'`;
}

/** The command that names a reviewer. The id of the user who runs it stands for the one to fill in. */
export function reviewersCommand(repository: string, name: string): string {
  return putEnvironment(
    repository,
    name,
    `{"prevent_self_review":false,"reviewers":[{"type":"User","id":'$(gh api user --jq .id)'}]}`,
  );
}
