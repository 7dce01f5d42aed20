import { z } from 'zod';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { GitHub } from '../github/github.ts';

/** The part of an environment on which the gate of the pinned runner depends. */
const environmentSchema = z.object({
  protection_rules: z
    .array(z.object({ type: z.string(), reviewers: z.array(z.unknown()).optional() }))
    .optional(),
});

/**
 * Checks that jobs of an environment wait for a reviewer. GitHub creates an environment that does not exist
 * when a job first names it, without any rule, and then nobody is asked: so it must be there before.
 *
 * @throws PitwallError if the environment is missing or has no required reviewers
 */
export async function requireReviewers(github: GitHub, environment: string): Promise<void> {
  const path = `/repos/${github.repository}/environments/${encodeURIComponent(environment)}`;
  let rules: z.output<typeof environmentSchema>['protection_rules'];
  try {
    rules = (await github.get(path, environmentSchema)).protection_rules ?? [];
  } catch (error) {
    if (error instanceof PitwallError && error.seen.startsWith('status 404'))
      throw open(github.repository, environment, 'no such environment');
    throw error;
  }
  const asks = rules.some(
    ({ type, reviewers }) => type === 'required_reviewers' && (reviewers?.length ?? 0) > 0,
  );
  if (asks) return;
  const seen = rules.length === 0 ? 'no rules' : `only ${rules.map(({ type }) => type).join(', ')}`;
  throw open(github.repository, environment, seen);
}

function open(repository: string, environment: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'Nobody would have to approve what runs on the pinned runner',
    where: `environment ${environment} of ${repository}`,
    expected: 'required reviewers',
    seen,
    next: `Name them: gh api -X PUT repos/${repository}/environments/${environment} -F 'reviewers[][type]=User' -F 'reviewers[][id]=<number from gh api user>'. A private repository needs GitHub Enterprise for it`,
    exitCode: exitCodes.failed,
  });
}
