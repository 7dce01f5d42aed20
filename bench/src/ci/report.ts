import { z } from 'zod';
import { type Verdict, verdictOf } from '../analysis/verdict.ts';
import { type Comparison, comparisonSchema } from '../model/index.ts';
import { escaped, verdictMarkdown } from '../publish/verdict-markdown.ts';
import { judgeComparison } from '../results/judgement.ts';
import { MAX_RESULT_BYTES } from '../results/run-store.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { unfitDocument } from '../util/json-document.ts';
import { verdictSentence } from '../words/index.ts';
import type { GitHub } from './github/github.ts';
import { onlyFileOf } from './github/zip.ts';

/**
 * Turns a finished run of pr-bench into a comment and a check. The run's artifact is untrusted: its size is
 * checked before it is fetched, it is unpacked in memory, checked against the schema and the commit, and
 * escaped when shown.
 */

const ARTIFACT = 'comparison';
export const ARTIFACT_FILE = 'comparison.json';
/** The limit of the packed size; columns of numbers shrink to about a fifth. */
export const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;

export interface FinishedRun {
  id: number;
  html_url: string;
  conclusion: string | null;
}

export interface Report {
  /** GitHub treats `success`, `neutral` and `skipped` as passing a required check, but not `cancelled`. */
  conclusion: 'success' | 'failure' | 'cancelled';
  title: string;
  /** The text of both the comment and the check. */
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

/** Returns a run's comparison, or `null` if it has none. Throws a PitwallError for an invalid artifact. */
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

/** Unpacks the comparison. Throws a PitwallError if the archive is not one comparison of `commit`. */
export async function comparisonIn(archive: Buffer, commit: string): Promise<Comparison> {
  const file = await onlyFileOf(archive, ARTIFACT_FILE, MAX_RESULT_BYTES);
  let document: unknown;
  try {
    document = JSON.parse(file.toString('utf8'));
  } catch {
    throw unusable('JSON', 'something else');
  }
  const unfit = unfitDocument(document);
  if (unfit) throw unusable(unfit.expected, unfit.seen);
  const parsed = comparisonSchema.safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw unusable('a comparison', `${issue?.path.slice(0, 6).map(String).join('.')}: ${issue?.message}`);
  }
  const other = parsed.data.pairs.find(({ head }) => head.revision !== commit);
  if (other) throw unusable(`a comparison of ${commit}`, `one of ${other.head.revision ?? 'no commit'}`);
  // What cannot be published must not be reported: its preview is a page of the site.
  const fault = judgeComparison(parsed.data).find(({ level }) => level === 'error');
  if (fault) throw unusable('a comparison that can be true', fault.what);
  return parsed.data;
}

function unusable(expected: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'The artifact is invalid',
    where: ARTIFACT_FILE,
    expected,
    seen: seen.slice(0, 300),
    next: 'The artifact was not used; check the run that made it',
    exitCode: exitCodes.failed,
  });
}

export interface Reported {
  run: FinishedRun;
  commit: string;
  /** The current commit of the pull request, which may be newer than `commit`. */
  newestCommit: string;
  /** The web address of the repository. */
  webAddress: string;
  /** The run that makes this report, with the verdict's page as an artifact; `null` outside a workflow. */
  reportRun: string | null;
}

/** Returns the path of a comparison's page in a site. */
export function verdictPage({ machine, id }: Pick<Comparison, 'machine' | 'id'>): string {
  return `verdicts/${machine}/${id}/index.html`;
}

/** Returns the report of a comparison. */
export function reportOf(comparison: Comparison, about: Reported): Report {
  const verdict = verdictOf(comparison);
  const unfinished = comparison.finishedAt === null;
  const unmeasured = comparison.cells.filter(({ rounds }) => rounds.round.length === 0).length;
  const sentence = verdictSentence(verdict.counts, verdict.cells.length);
  const notes = [
    ...(unfinished ? ['The run ended before it had measured everything planned.'] : []),
    ...(unmeasured > 0
      ? [`No pair gave a figure in ${unmeasured} of ${comparison.cells.length} cells.`]
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

/** An unfinished measurement must not pass: otherwise a server that dies when it is slow would gain by it. */
function conclusionOf(found: {
  regressed: boolean;
  unfinished: boolean;
  cancelled: boolean;
}): Report['conclusion'] {
  if (found.regressed) return 'failure';
  if (!found.unfinished) return 'success';
  return found.cancelled ? 'cancelled' : 'failure';
}

/** Returns the report of a run without a comparison. */
export function reportWithout(about: Reported): Report {
  const { run } = about;
  if (run.conclusion === 'success') {
    return {
      conclusion: 'success',
      title: 'Nothing to compare',
      markdown: `No requested target is both on main and changed by this pull request, so nothing was compared.\n\n${links(about)}`,
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
        : 'The measurement ended before it had anything to compare: a side does not build or breaks the contract, or the machine was not ready. The log of the run says which.',
      '',
      links(about),
    ].join('\n'),
  };
}

/** The title for a run that was cancelled by a person or a newer commit, or never began, as for a draft. */
export const NOT_MEASURED = 'Not measured';

/** Returns the report of a run with an invalid artifact. */
export function reportRefused(error: PitwallError, about: Reported): Report {
  return {
    conclusion: 'failure',
    title: 'The artifact cannot be used',
    markdown: [
      `**${escaped(error.what)}.** Expected ${escaped(error.expected)}; saw ${escaped(error.seen)}.`,
      '',
      'The artifact was not used.',
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

/** Describes the minimum detectable effect, over all cells that have one. */
function detectable({ cells }: Verdict): string {
  const least = cells.flatMap(({ judgement }) => judgement.leastDetectable ?? []);
  if (least.length === 0) return 'Too few pairs to determine the minimum detectable effect.';
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
    // The site shows only merged and measured changes, so the page of a pull request's verdict is an
    // artifact.
    ...(comparison === null || reportRun === null
      ? []
      : [`[its page, to download](${webAddress}/actions/runs/${reportRun}): \`${verdictPage(comparison)}\``]),
    `[every pair, and the log](${run.html_url})`,
    ...(base === null ? [] : [`[what changed between the two](${webAddress}/compare/${base}...${commit})`]),
    `measured at ${commit.slice(0, 7)}`,
  ];
  return parts.join(' · ');
}
