import { z } from 'zod';
import { MOST_ASKED_PAIRS, scenarioIds } from '../model/index.ts';
import { targetId } from '../model/run.ts';
import { nearest } from '../util/edit-distance.ts';
import { GUARDED_BRANCH } from './gate/bench-run.ts';
import type { commentEvent } from './github/event.ts';
import { pullRequestSchema } from './github/event.ts';
import type { GitHub } from './github/github.ts';
import { writeStatus } from './github/one-comment.ts';

/** Handles `/bench [target] [scenario] [pairs]` in a comment on a pull request. */

type Request =
  /** The comment contains no command. */
  | { kind: 'none' }
  | { kind: 'wrong'; why: string }
  | { kind: 'bench'; target: string; scenario: string | null; pairs: number | null };

const USAGE = '`/bench [language/framework] [scenario] [pairs]`, on a line of its own';
const LONGEST_LINE = 200;
/** Fewer decide hardly anything: nearly every change would be undecided. */
export const LEAST_PAIRS = 10;

/** Parses the first line that begins with `/bench`; without a target, it means all changed targets. */
export function parseRequest(body: string, targets: readonly string[]): Request {
  const line = body.split(/\r?\n/).find((text) => /^\/bench(?:\s|$)/.test(text));
  if (line === undefined) return { kind: 'none' };
  const [, ...words] = line.trim().split(/\s+/);
  // No target and no scenario has a name of digits.
  const number = /^\d+$/.test(words.at(-1) ?? '') ? words.pop() : undefined;
  const pairs = number === undefined ? null : Number(number);
  const [target = '', scenario = null, ...rest] = words;
  if (line.length > LONGEST_LINE || rest.length > 0) return { kind: 'wrong', why: 'too many words' };
  if (pairs !== null && (pairs < LEAST_PAIRS || pairs > MOST_ASKED_PAIRS))
    return { kind: 'wrong', why: `pairs are ${LEAST_PAIRS} to ${MOST_ASKED_PAIRS}` };
  if (target !== '') {
    if (!targetId.safeParse(target).success) return { kind: 'wrong', why: 'the target name is invalid' };
    if (!targets.includes(target)) {
      const meant = nearest(target, targets);
      return {
        kind: 'wrong',
        why: `there is no target \`${target}\` on main${meant.length > 0 ? `; perhaps ${meant.map((name) => `\`${name}\``).join(' or ')}` : ''}`,
      };
    }
  }
  if (scenario !== null && !(scenarioIds as readonly string[]).includes(scenario))
    return { kind: 'wrong', why: `scenarios are ${scenarioIds.map((id) => `\`${id}\``).join(', ')}` };
  return { kind: 'bench', target, scenario, pairs };
}

const permission = z.object({ permission: z.string() });
/** GitHub's permissions that allow a push; maintainers have `write` in this field, owners `admin`. */
const WRITERS = ['admin', 'write'];

interface Answer {
  /** The outcome for the log. */
  outcome: 'ignored' | 'refused' | 'started';
  why: string;
}

/**
 * Starts pr-bench for the current commit of the pull request, if the comment asks for it and its author may
 * push. Others get no answer: otherwise any commenter could make the bot write.
 */
export async function answerComment(
  github: GitHub,
  { issue, comment }: z.output<typeof commentEvent>,
  targets: readonly string[],
  workflow: { file: string; ref: string },
): Promise<Answer> {
  if (!issue.pull_request) return { outcome: 'ignored', why: 'not a pull request' };
  const request = parseRequest(comment.body, targets);
  if (request.kind === 'none') return { outcome: 'ignored', why: 'no /bench in it' };
  const { repository } = github;
  const author = comment.user.login;
  const may = await github.get(
    `/repos/${repository}/collaborators/${encodeURIComponent(author)}/permission`,
    permission,
  );
  if (!WRITERS.includes(may.permission))
    return { outcome: 'ignored', why: `${author} has the permission ${may.permission}, not write` };
  if (request.kind === 'wrong') {
    await writeStatus(github, issue.number, `Not started: ${request.why}. Usage: ${USAGE}.`);
    return { outcome: 'refused', why: request.why };
  }
  const pull = await github.get(`/repos/${repository}/pulls/${issue.number}`, pullRequestSchema);
  const unfit =
    pull.state !== 'open'
      ? 'the pull request is closed'
      : pull.base.ref !== GUARDED_BRANCH
        ? `the pull request is for another branch than ${GUARDED_BRANCH}`
        : null;
  if (unfit !== null) {
    await writeStatus(github, issue.number, `Not started: ${unfit}.`);
    return { outcome: 'refused', why: unfit };
  }
  // Run only what the author could see when they wrote the comment. Both times are whole seconds: a push in the same one
  // may have come after it.
  const pushed = pull.head.repo?.pushed_at;
  if (pushed == null || Date.parse(pushed) >= Date.parse(comment.created_at)) {
    // GitHub tells the time of the repository's last push, whichever branch that was to.
    const why = 'the repository of the branch was pushed to after the comment, or is gone';
    await writeStatus(github, issue.number, `Not started: ${why}. Review its current state, then ask again.`);
    return { outcome: 'refused', why };
  }
  await github.send(
    'POST',
    `/repos/${repository}/actions/workflows/${workflow.file}/dispatches`,
    {
      ref: workflow.ref,
      inputs: {
        pull_request: String(issue.number),
        head: pull.head.sha,
        target: request.target,
        scenario: request.scenario ?? '',
        pairs: String(request.pairs ?? ''),
      },
    },
    z.unknown(),
  );
  const what = request.target === '' ? 'every target that it touches' : `\`${request.target}\``;
  await writeStatus(
    github,
    issue.number,
    `Started for ${what}${request.scenario === null ? '' : ` on \`${request.scenario}\``}${request.pairs === null ? '' : ` with ${request.pairs} pairs`} at ${pull.head.sha.slice(0, 7)}; this comment will show the result.`,
  );
  return { outcome: 'started', why: `${what} at ${pull.head.sha}` };
}
