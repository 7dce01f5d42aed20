import { exitCodes, PitwallError } from '../../util/errors.ts';
import { readProtection, reviewersCommand } from '../settings/environment.ts';
import type { SettingsReader } from '../settings/read.ts';

/**
 * Checks that jobs of an environment wait for a reviewer. GitHub creates an environment that does not exist
 * when a job first names it, without any rule, and then nobody is asked: so it must be there before.
 *
 * @throws PitwallError if the environment is missing, cannot be read or has no required reviewers
 */
export async function requireReviewers(
  reader: SettingsReader,
  repository: string,
  environment: string,
): Promise<void> {
  const answer = await readProtection(reader, repository, environment);
  if (answer.state === 'found' && answer.value.reviewers > 0) return;
  throw new PitwallError({
    what: 'Nobody would have to approve what runs for a pull request',
    where: `environment ${environment} of ${repository}`,
    expected: 'required reviewers',
    seen: seenIn(answer),
    next:
      answer.state === 'unknown'
        ? 'Give the job actions: read, or run the workflow again if GitHub had an outage'
        : `Name reviewers: ${reviewersCommand(repository, environment)}. A private repository needs GitHub Enterprise for it`,
    exitCode: exitCodes.failed,
  });
}

function seenIn(answer: Awaited<ReturnType<typeof readProtection>>): string {
  if (answer.state === 'absent') return 'no such environment';
  if (answer.state === 'unknown') return `cannot be read: ${answer.why}`;
  const { rules } = answer.value;
  return rules.length === 0 ? 'no rules' : `only ${rules.join(', ')}`;
}
