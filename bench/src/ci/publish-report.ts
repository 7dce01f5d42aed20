import { z } from 'zod';
import { cutToLength } from '../util/cut.ts';
import { exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import { type BenchRun, GUARDED_BRANCH } from './gate/bench-run.ts';
import { costOf, costSentence, type Jobs, jobsOf } from './gate/cost.ts';
import type { Expected } from './gate/expected.ts';
import { cutMarkdown } from './github/cut-markdown.ts';
import { commitId, pullRequestSchema } from './github/event.ts';
import type { GitHub } from './github/github.ts';
import { findOwnComment, hasStatus, writeOwnComment } from './github/one-comment.ts';
import { gaveWay } from './jobs/cancelled.ts';
import {
  fetchComparison,
  type JobResults,
  NOT_MEASURED,
  NOTHING,
  type Report,
  type Reported,
  reportOf,
  reportRefused,
  reportRetargeted,
  reportUnplanned,
  reportWithout,
} from './report.ts';

/** The name of the check, which a rule of the main branch can require. */
export const CHECK_NAME = 'pitwall / regression';

interface PlannedRun {
  run: BenchRun;
  jobs: JobResults;
  /** The name of the artifact with the comparison; empty if the job that makes it did not run. */
  artifact: string;
  /** `null` if the plan failed. */
  expected: Expected | null;
  /** The most minutes that the machine may be taken for; `null` if not limited. */
  limitMinutes: number | null;
}

/**
 * Reports a run of pr-bench in a check of its commit and in the pull request's one comment; the check comes first,
 * because it decides. Returns `null`, and writes nothing, if the commit is not one of the pull request.
 */
export async function publishReport(github: GitHub, planned: PlannedRun): Promise<Report | null> {
  const { run, expected } = planned;
  const pull = await github.get(`/repos/${github.repository}/pulls/${run.number}`, pullRequestSchema);
  if (pull.head.sha !== run.commit && !(await hasCommit(github, run))) return null;
  const address = `${github.webAddress}/actions/runs/${run.id}`;
  const report =
    pull.base.ref === GUARDED_BRANCH
      ? await judged(github, planned, pull.head.sha, address)
      : reportRetargeted({ address }, pull.base.ref);
  // A part that a comment asked for can fail the commit by a regression, but must not pass what else it changes, nor
  // undo that the whole has passed.
  const partial = expected?.partial ?? run.partial;
  if (report.regressed || !partial) await writeCheck(github, run.commit, report, address);
  if (!(await isSilent(github, { ...run, partial }, pull.head.sha, report)))
    await writeOwnComment(github, run.number, report.markdown);
  return report;
}

async function writeCheck(github: GitHub, commit: string, report: Report, address: string): Promise<void> {
  await github.send(
    'POST',
    `/repos/${github.repository}/check-runs`,
    {
      name: CHECK_NAME,
      head_sha: commit,
      status: 'completed',
      conclusion: report.conclusion,
      details_url: address,
      output: { title: report.title, summary: cutMarkdown(report.markdown) },
    },
    z.unknown(),
  );
}

const commits = z.array(z.object({ sha: commitId }));
const PAGE = 100;
/** GitHub lists at most 250 commits of a pull request. */
const MAX_PAGES = 3;

async function hasCommit(github: GitHub, { number, commit }: BenchRun): Promise<boolean> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `/repos/${github.repository}/pulls/${number}/commits?per_page=${PAGE}&page=${page}`;
    const found = await github.get(path, commits);
    if (found.some(({ sha }) => sha === commit)) return true;
    if (found.length < PAGE) return false;
  }
  return false;
}

/**
 * Whether to leave the comment alone. No comment is needed if nothing was compared, but an existing one must
 * be updated, unless the run was cancelled in favour of a newer commit, or of one that a comment asked for: the comment
 * then says that it was started. A part of an older commit does not take the place of the newest verdict.
 */
async function isSilent(
  github: GitHub,
  { id, number, commit, partial }: BenchRun,
  newestCommit: string,
  { title, regressed }: Report,
): Promise<boolean> {
  if (commit !== newestCommit && partial && !regressed) return true;
  if (title === NOTHING) return (await findOwnComment(github, number)) === null;
  if (title !== NOT_MEASURED) return false;
  if (commit !== newestCommit) return true;
  const own = await findOwnComment(github, number);
  return own !== null && hasStatus(own) && (await gaveWay(github, String(id)));
}

async function judged(
  github: GitHub,
  { run, jobs, artifact, expected, limitMinutes }: PlannedRun,
  newestCommit: string,
  address: string,
): Promise<Report> {
  if (expected === null) return reportUnplanned({ address }, jobs.plan);
  const about: Reported = {
    jobs,
    address,
    commit: run.commit,
    newestCommit,
    webAddress: github.webAddress,
    expected,
    cost: '',
  };
  try {
    const commits = { commit: run.commit, base: expected.base };
    const comparison = await fetchComparison(github, run.id, artifact, commits);
    const cost = costSentence(costOf(await knownJobs(github, run.id), comparison), limitMinutes);
    return comparison ? reportOf(comparison, { ...about, cost }) : reportWithout({ ...about, cost });
  } catch (error) {
    if (error instanceof PitwallError && error.what.startsWith('GitHub')) throw error;
    // Whatever is wrong with the artifact, the check must say so.
    return reportRefused(error instanceof PitwallError ? error : unjudged(error), about);
  }
}

/** The cost is a courtesy: a report does not fail for it. */
async function knownJobs(github: GitHub, run: number): Promise<Jobs> {
  try {
    return await jobsOf(github, run);
  } catch (error) {
    if (error instanceof PitwallError) return [];
    throw error;
  }
}

function unjudged(error: unknown): PitwallError {
  return new PitwallError({
    what: 'The comparison cannot be judged',
    where: 'the artifact',
    expected: 'figures with a finite ratio',
    seen: cutToLength(messageOf(error), 300),
    next: 'The artifact was not used; check the run that made it',
    exitCode: exitCodes.failed,
  });
}
