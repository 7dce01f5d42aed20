import { z } from 'zod';
import { PitwallError } from '../util/errors.ts';
import { pullRequestSchema } from './github/event.ts';
import type { GitHub } from './github/github.ts';
import { findOwnComment, writeOwnComment } from './github/one-comment.ts';
import {
  type FinishedRun,
  fetchComparison,
  NOT_MEASURED,
  type Report,
  type Reported,
  reportOf,
  reportRefused,
  reportWithout,
} from './report.ts';

/** The name of the check, which a rule of the main branch can require. */
export const CHECK_NAME = 'pitwall / regression';
/** Longest summary in characters; GitHub's limit is 65,535. */
const MAX_SUMMARY = 60_000;

interface Asked {
  number: number;
  commit: string;
}

/** Reports a run's comparison in the pull request's one comment and in a check of the commit. */
export async function publishReport(
  github: GitHub,
  run: FinishedRun,
  { number, commit }: Asked,
  reportRun: string | null = null,
): Promise<Report> {
  const pull = await github.get(`/repos/${github.repository}/pulls/${number}`, pullRequestSchema);
  const about: Reported = {
    run,
    commit,
    newestCommit: pull.head.sha,
    webAddress: github.webAddress,
    reportRun,
  };
  const report = await judged(github, about);
  if (!(await isSilent(github, about, number, report)))
    await writeOwnComment(github, number, report.markdown);
  await github.send(
    'POST',
    `/repos/${github.repository}/check-runs`,
    {
      name: CHECK_NAME,
      head_sha: commit,
      status: 'completed',
      conclusion: report.conclusion,
      details_url: run.html_url,
      output: { title: report.title, summary: report.markdown.slice(0, MAX_SUMMARY) },
    },
    z.unknown(),
  );
  return report;
}

/**
 * Whether to leave the comment alone. No comment is needed if nothing was compared, but an existing one must
 * be updated, unless the run was cancelled in favour of a newer commit.
 */
async function isSilent(
  github: GitHub,
  { run, commit, newestCommit }: Reported,
  number: number,
  { title }: Report,
): Promise<boolean> {
  if (title === NOT_MEASURED && commit !== newestCommit) return true;
  const nothing = title === 'Nothing to compare' || (title === NOT_MEASURED && run.conclusion === 'skipped');
  return nothing && (await findOwnComment(github, number)) === null;
}

async function judged(github: GitHub, about: Reported): Promise<Report> {
  try {
    const comparison = await fetchComparison(github, about.run.id, about.commit);
    return comparison ? reportOf(comparison, about) : reportWithout(about);
  } catch (error) {
    if (error instanceof PitwallError && error.what.startsWith('GitHub')) throw error;
    if (error instanceof PitwallError) return reportRefused(error, about);
    throw error;
  }
}
