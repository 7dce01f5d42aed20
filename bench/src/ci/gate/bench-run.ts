import { z } from 'zod';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { commitId, readEvent } from '../github/event.ts';

/** The run of pr-bench that a step belongs to: the pull request and the commit that it measures. */
export interface BenchRun {
  /** Id of the workflow's run. */
  id: number;
  number: number;
  commit: string;
  /** Whether a comment asked for a part of the pull request or for a number of pairs, as far as the event tells. */
  partial: boolean;
}

const WORKFLOW = '.github/workflows/pr-bench.yml';
/** The branch whose rules require the check: a comparison with any other says nothing about it. */
export const GUARDED_BRANCH = 'main';

const events = {
  pull_request_target: z
    .object({
      pull_request: z.object({
        number: z.number().int().positive(),
        head: z.object({ sha: commitId }),
        base: z.object({ ref: z.literal(GUARDED_BRANCH) }),
      }),
    })
    .transform(({ pull_request: { number, head } }) => ({ number, commit: head.sha, partial: false })),
  workflow_dispatch: z
    .object({
      inputs: z.object({
        pull_request: z.string().regex(/^[1-9]\d{0,8}$/),
        head: commitId,
        target: z.string().nullish(),
        scenario: z.string().nullish(),
        pairs: z.string().nullish(),
      }),
    })
    .transform(({ inputs: { pull_request: number, head, target, scenario, pairs } }) => ({
      number: Number(number),
      commit: head,
      partial: Boolean(target) || Boolean(scenario) || Boolean(pairs),
    })),
};

/**
 * Reads which pull request and commit a step reports about. Both come from GitHub's event, never from the name of
 * a workflow or of a run, which anybody can give to theirs.
 *
 * @throws PitwallError unless the step belongs to main's own pr-bench, started by one of its events
 */
export function readBenchRun(environment: Readonly<Record<string, string | undefined>>): BenchRun {
  const expected = `${environment.GITHUB_REPOSITORY ?? ''}/${WORKFLOW}@refs/heads/${GUARDED_BRANCH}`;
  const seen = environment.GITHUB_WORKFLOW_REF ?? 'nothing';
  if (seen !== expected) throw foreign('GITHUB_WORKFLOW_REF', expected, seen);
  const name = environment.GITHUB_EVENT_NAME ?? 'nothing';
  if (name !== 'pull_request_target' && name !== 'workflow_dispatch')
    throw foreign('GITHUB_EVENT_NAME', Object.keys(events).join(' or '), name);
  const id = Number(environment.GITHUB_RUN_ID);
  if (!Number.isSafeInteger(id) || id <= 0)
    throw foreign('GITHUB_RUN_ID', 'the number of a run', environment.GITHUB_RUN_ID ?? 'nothing');
  return { id, ...readEvent(environment, events[name]) };
}

function foreign(where: string, expected: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'The result of this run does not count',
    where,
    expected,
    seen,
    next: 'Nothing was reported; only pr-bench of the main branch may report',
    exitCode: exitCodes.failed,
  });
}
