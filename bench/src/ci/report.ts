import { z } from 'zod';
import { type Verdict, verdictOf } from '../analysis/verdict.ts';
import { type Comparison, comparisonSchema } from '../model/index.ts';
import { escaped, verdictMarkdown } from '../publish/verdict-markdown.ts';
import { MAX_RESULT_BYTES } from '../results/run-store.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { verdictSentence } from '../words/index.ts';
import type { GitHub } from './github/github.ts';
import { onlyFileOf } from './github/zip.ts';

/**
 * From a finished run of pr-bench to a comment and a check. What the run made is data of a stranger: bounded before
 * it is fetched, unpacked in memory, checked against the schema, bound to the commit, and escaped where it is shown.
 */

const ARTIFACT = 'comparison';
export const ARTIFACT_FILE = 'comparison.json';
/** Packed: columns of numbers shrink to about a fifth. */
export const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;

export interface FinishedRun {
  id: number;
  html_url: string;
  conclusion: string | null;
}

export interface Report {
  /** GitHub takes `success`, `neutral` and `skipped` for a required check that passed; `cancelled` it does not. */
  conclusion: 'success' | 'failure' | 'cancelled';
  title: string;
  /** Of the comment and of the check alike. */
  markdown: string;
}

const artifacts = z.object({
  artifacts: z.array(
    z.object({
      id: z.number().int().positive(),
      name: z.string(),
      size_in_bytes: z.number().int().nonnegative(),
      expired: z.boolean(),
    }),
  ),
});

/** What a run left; `null` where it left nothing. Throws a PitwallError for what it should not have left. */
export async function fetchComparison(
  github: GitHub,
  run: number,
  commit: string,
): Promise<Comparison | null> {
  const path = `/repos/${github.repository}/actions/runs/${run}/artifacts?per_page=100`;
  const named = (await github.get(path, artifacts)).artifacts.filter(({ name }) => name === ARTIFACT);
  const newest = named.sort((a, b) => b.id - a.id)[0];
  if (!newest || newest.expired) return null;
  if (newest.size_in_bytes > MAX_ARTIFACT_BYTES)
    throw unusable(`at most ${MAX_ARTIFACT_BYTES} bytes`, `${newest.size_in_bytes} bytes`);
  const archive = await github.download(
    `/repos/${github.repository}/actions/artifacts/${newest.id}/zip`,
    MAX_ARTIFACT_BYTES,
  );
  return comparisonIn(archive, commit);
}

/** Throws a PitwallError where the archive is not one comparison of `commit`. */
export async function comparisonIn(archive: Buffer, commit: string): Promise<Comparison> {
  const file = await onlyFileOf(archive, ARTIFACT_FILE, MAX_RESULT_BYTES);
  let document: unknown;
  try {
    document = JSON.parse(file.toString('utf8'));
  } catch {
    throw unusable('JSON', 'something else');
  }
  const parsed = comparisonSchema.safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw unusable('a comparison', `${issue?.path.slice(0, 6).map(String).join('.')}: ${issue?.message}`);
  }
  const other = parsed.data.pairs.find(({ head }) => head.revision !== commit);
  if (other) throw unusable(`a comparison of ${commit}`, `one of ${other.head.revision ?? 'no commit'}`);
  return parsed.data;
}

function unusable(expected: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'The artifact is not what the workflow makes',
    where: ARTIFACT_FILE,
    expected,
    seen: seen.slice(0, 300),
    next: 'Nothing of it was used; look at the run that made it',
    exitCode: exitCodes.failed,
  });
}

export interface Reported {
  run: FinishedRun;
  commit: string;
  /** Of the pull request now: it may have moved on since. */
  newestCommit: string;
  /** Where people see the repository. */
  webAddress: string;
  /** The run that says this, which has a page of the verdict to download; `null` outside of a workflow. */
  reportRun: string | null;
}

/** Where the page of a comparison is in a site. */
export function verdictPage({ machine, id }: Pick<Comparison, 'machine' | 'id'>): string {
  return `verdicts/${machine}/${id}/index.html`;
}

/** What a comparison says of the pull request. */
export function reportOf(comparison: Comparison, about: Reported): Report {
  const verdict = verdictOf(comparison);
  const unfinished = comparison.finishedAt === null;
  const unmeasured = comparison.cells.filter(({ rounds }) => rounds.round.length === 0).length;
  const sentence = verdictSentence(verdict.counts, verdict.cells.length);
  const notes = [
    ...(unfinished ? ['The run ended before it had measured all it planned.'] : []),
    ...(unmeasured > 0
      ? [`No pair of ${unmeasured} of ${comparison.cells.length} cells gave a figure.`]
      : []),
    ...staleNote(about),
  ];
  return {
    conclusion: conclusionOf({
      regressed: verdict.counts.regressed > 0 || unmeasured > 0,
      unfinished,
      cancelled: about.run.conclusion === 'cancelled',
    }),
    title: unmeasured > 0 && verdict.counts.regressed === 0 ? 'Could not be measured' : sentence,
    markdown: [
      ...notes.map((note) => `> ${note}\n`),
      verdictMarkdown(verdict, ARTIFACT_FILE).trimEnd(),
      '',
      detectable(verdict),
      '',
      links(about, comparison),
    ].join('\n'),
  };
}

/** What ends a measurement early must not pass for a good one: a server that dies when it is slow would gain by it. */
function conclusionOf(found: {
  regressed: boolean;
  unfinished: boolean;
  cancelled: boolean;
}): Report['conclusion'] {
  if (found.regressed) return 'failure';
  if (!found.unfinished) return 'success';
  return found.cancelled ? 'cancelled' : 'failure';
}

/** What is said where a run left no comparison. */
export function reportWithout(about: Reported): Report {
  const { run } = about;
  if (run.conclusion === 'success') {
    return {
      conclusion: 'success',
      title: 'Nothing to compare',
      markdown: `No target that was asked for is both changed by this pull request and on main: nothing was compared.\n\n${links(about)}`,
    };
  }
  const cancelled = run.conclusion === 'cancelled' || run.conclusion === 'skipped';
  return {
    conclusion: cancelled ? 'cancelled' : 'failure',
    title: cancelled ? NOT_MEASURED : 'Could not be measured',
    markdown: [
      ...staleNote(about).map((note) => `> ${note}\n`),
      cancelled
        ? 'The measurement was cancelled. A comment `/bench` starts another.'
        : 'The measurement ended before it had anything to compare: a side does not build, does not keep the contract, or the machine was not fit. The log of the run says which.',
      '',
      links(about),
    ].join('\n'),
  };
}

/** Of a run that somebody, or a newer commit, ended; or that never began, as for a draft. */
export const NOT_MEASURED = 'Not measured';

/** What is said where a run left something that cannot be used. */
export function reportRefused(error: PitwallError, about: Reported): Report {
  return {
    conclusion: 'failure',
    title: 'The artifact cannot be used',
    markdown: [
      `**${escaped(error.what)}.** Expected ${escaped(error.expected)}; saw ${escaped(error.seen)}.`,
      '',
      'Nothing of it was used.',
      '',
      links(about),
    ].join('\n'),
  };
}

function staleNote({ commit, newestCommit }: Reported): string[] {
  return commit === newestCommit
    ? []
    : [`This is about ${commit.slice(0, 7)}; the pull request has moved on since.`];
}

/** The smallest change that the pairs would have shown, over all cells that have one. */
function detectable({ cells }: Verdict): string {
  const least = cells.flatMap(({ judgement }) => judgement.leastDetectable ?? []);
  if (least.length === 0) return 'Too few pairs to say what change would have been seen.';
  const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1)} %`;
  const [low, high] = [Math.min(...least), Math.max(...least)];
  return `Minimum detectable effect: ${low === high ? percent(low) : `${percent(low)} to ${percent(high)}, by cell`}.`;
}

function links(
  { run, commit, webAddress, reportRun }: Reported,
  comparison: Comparison | null = null,
): string {
  const base = comparison?.pairs[0]?.base.revision ?? null;
  const parts = [
    // A verdict of a pull request is on no site before it is merged and measured: its page is an artifact.
    ...(comparison === null || reportRun === null
      ? []
      : [`[its page, to download](${webAddress}/actions/runs/${reportRun}): \`${verdictPage(comparison)}\``]),
    `[every pair, and the log](${run.html_url})`,
    ...(base === null ? [] : [`[what changed between the two](${webAddress}/compare/${base}...${commit})`]),
    `measured at ${commit.slice(0, 7)}`,
  ];
  return parts.join(' · ');
}
