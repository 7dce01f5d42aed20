import { comparedCellName, measuredOf } from '../analysis/unmeasured.ts';
import { type Verdict, verdictOf } from '../analysis/verdict.ts';
import { isSharedData } from '../catalog/touched.ts';
import { type Comparison, comparisonSchema, MOST_ASKED_PAIRS, scenarioIds } from '../model/index.ts';
import { escaped, verdictMarkdown } from '../publish/verdict-markdown.ts';
import { judgeComparison } from '../results/judgement.ts';
import { MAX_RESULT_BYTES } from '../results/run-store.ts';
import { cutToLength } from '../util/cut.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { unfitDocument } from '../util/json-document.ts';
import { verdictSentence, whyUnmeasured } from '../words/index.ts';
import { absentCells, type Expected } from './gate/expected.ts';
import { artifactsOf } from './github/artifacts.ts';
import type { GitHub } from './github/github.ts';
import { onlyFileOf } from './github/zip.ts';

/**
 * Turns what pr-bench measured into a comment and a check. Its artifact is untrusted: its size is checked
 * before it is fetched, it is unpacked in memory, checked against the schema, the commits and the plan, and
 * escaped when shown.
 */

export const ARTIFACT_FILE = 'comparison.json';
/** The limit of the packed size; columns of numbers shrink to about a fifth. */
export const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;

/** How the jobs of pr-bench ended. */
export type JobResult = 'success' | 'failure' | 'cancelled' | 'skipped';
export interface JobResults {
  plan: JobResult;
  approve: JobResult;
  duet: JobResult;
}

export interface Report {
  /** GitHub treats `success`, `neutral` and `skipped` as passing a required check, but not `cancelled`. */
  conclusion: 'success' | 'neutral' | 'failure' | 'cancelled';
  title: string;
  /** The text of both the comment and the check. */
  markdown: string;
  /** Whether a cell regressed. */
  regressed: boolean;
}

/**
 * Returns a run's comparison, or `null` if it has none. Throws a PitwallError for an invalid artifact.
 *
 * @param artifact its name, which has the attempt: a run that was started again keeps the artifacts of earlier ones
 */
export async function fetchComparison(
  github: GitHub,
  run: number,
  artifact: string,
  { commit, base }: ComparedCommits,
): Promise<Comparison | null> {
  const found = (await artifactsOf(github, run)).find(({ name }) => name === artifact);
  if (!found || found.expired) return null;
  if (found.size_in_bytes > MAX_ARTIFACT_BYTES)
    throw unusable(`at most ${MAX_ARTIFACT_BYTES} bytes`, `${found.size_in_bytes} bytes`);
  const archive = await github.download(
    `/repos/${github.repository}/actions/artifacts/${found.id}/zip`,
    MAX_ARTIFACT_BYTES,
  );
  return comparisonIn(archive, { commit, base });
}

/** The commits of head and base. */
interface ComparedCommits {
  commit: string;
  base: string;
}

/** Unpacks the comparison. Throws a PitwallError if the archive is not one comparison of both commits. */
export async function comparisonIn(archive: Buffer, { commit, base }: ComparedCommits): Promise<Comparison> {
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
  for (const { base: one, head } of parsed.data.pairs) {
    if (head.revision !== commit)
      throw unusable(`a comparison of ${commit}`, `one of ${head.revision ?? 'no commit'}`);
    if (one.revision !== base)
      throw unusable(`a comparison with ${base}`, `one with ${one.revision ?? 'no commit'}`);
  }
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
    seen: cutToLength(seen, 300),
    next: 'The artifact was not used; check the run that made it',
    exitCode: exitCodes.failed,
  });
}

export interface Reported {
  jobs: JobResults;
  /** The web address of the run. */
  address: string;
  commit: string;
  /** The current commit of the pull request, which may be newer than `commit`. */
  newestCommit: string;
  /** The web address of the repository. */
  webAddress: string;
  /** What the plan says that a comparison must contain. */
  expected: Expected;
  /** Where the time went; empty if unknown. */
  cost: string;
}

/** Returns the path of a comparison's page in a site. */
export function verdictPage({ machine, id }: Pick<Comparison, 'machine' | 'id'>): string {
  return `verdicts/${machine}/${id}/index.html`;
}

/** Something that was to be measured and was not. */
interface Unproven {
  what: string;
  why: string;
}

/**
 * Returns the report of a comparison. It passes only if everything expected was measured to its end: otherwise
 * a server that dies when it is slow, or a scenario that head no longer serves, would gain by it.
 */
export function reportOf(comparison: Comparison, about: Reported): Report {
  const verdict = verdictOf(comparison);
  const { cells, counts, unmeasured } = measuredOf(verdict);
  const unproven: Unproven[] = [
    ...about.expected.missing,
    ...absentCells(about.expected, comparison).map((what) => ({ what, why: 'not in the comparison' })),
    ...unmeasured.map((one) => ({
      what: comparedCellName(comparison, one.cell),
      why: whyUnmeasured(one),
    })),
  ];
  const unfinished = comparison.finishedAt === null;
  const whole = !unfinished && unproven.length === 0 && comparison.cells.length > 0;
  const regressed = counts.regressed > 0;
  const sentence = verdictSentence(counts, verdict.cells.length, unmeasured.length);
  const conclusion = whole && !regressed ? 'success' : endedBy(about, regressed);
  return {
    conclusion,
    title: whole || regressed ? sentence : conclusion === 'cancelled' ? NOT_MEASURED : UNMEASURED,
    regressed,
    markdown: [
      ...(unfinished ? ['> The run ended before it had measured everything planned.\n'] : []),
      ...stale(about),
      ...commonNote(about),
      ...unprovenList(unproven),
      verdictMarkdown(verdict, ARTIFACT_FILE).trimEnd(),
      '',
      `${detectable(verdict)} ${comparedIn(comparison)}`.trimEnd(),
      '',
      ...undecidedNote(comparison, cells),
      ...foot(about, comparison),
    ].join('\n'),
  };
}

/** A run that somebody cancelled failed only if it had found something before. */
function endedBy({ jobs }: Reported, regressed: boolean): Report['conclusion'] {
  return !regressed && jobs.duet === 'cancelled' ? 'cancelled' : 'failure';
}

/** Returns the report of a run without a comparison. */
export function reportWithout(about: Reported): Report {
  const { jobs, expected } = about;
  const unproven: Unproven[] = [
    ...expected.missing,
    ...expected.cells.map((what) => ({ what, why: 'not measured' })),
  ];
  if (jobs.plan === 'success' && unproven.length === 0) return nothingToCompare(about);
  const cancelled = Object.values(jobs).includes('cancelled');
  return {
    conclusion: cancelled ? 'cancelled' : 'failure',
    title: cancelled ? NOT_MEASURED : UNMEASURED,
    regressed: false,
    markdown: [
      ...stale(about),
      ...commonNote(about),
      whyNothing(about),
      '',
      ...unprovenList(unproven),
      ...foot(about),
    ].join('\n'),
  };
}

function whyNothing({ jobs }: Reported): string {
  if (Object.values(jobs).includes('cancelled'))
    return 'The measurement was cancelled. A comment `/bench` starts another.';
  if (jobs.plan === 'failure') return 'Nothing was measured: the plan failed; its log says why.';
  if (jobs.approve === 'failure')
    return 'Nobody approved the measurement. A comment `/bench` asks for another.';
  if (jobs.duet === 'failure')
    return 'The measurement ended before it had anything to compare: a side does not build or breaks the contract, or the machine was not ready. The log of the run says which.';
  return 'Nothing of what this pull request touches could be compared with main.';
}

function nothingToCompare(about: Reported): Report {
  const { partial, common } = about.expected;
  const affectsAll = common.length > 0;
  return {
    // It passes a required check, but must not look as if something had been measured.
    conclusion: affectsAll ? 'neutral' : 'success',
    title: affectsAll ? UNCOMPARED : NOTHING,
    regressed: false,
    markdown: [
      ...commonNote(about),
      `Nothing was compared: ${partial ? 'no target that the comment asked for is on main, is changed by this pull request and serves the scenario' : 'this pull request changes no target that main has'}.`,
      '',
      links(about),
    ].join('\n'),
  };
}

/** Paths that a note names; whoever reads it has the list of changed files beside it. */
const MAX_NAMED = 5;

/** Says what no comparison shows, or only a sample of it, and how to see it all the same. */
function commonNote({ expected: { common } }: Reported): string[] {
  const [shared, rest] = [common.filter(isSharedData), common.filter((path) => !isSharedData(path))];
  const names = (paths: readonly string[]): string =>
    `${paths.slice(0, MAX_NAMED).map(escaped).join(', ')}${paths.length > MAX_NAMED ? ' and more' : ''}`;
  return [
    ...(rest.length > 0
      ? [
          `> **Affects every target, and was not compared:** ${names(rest)}. Both sides of a comparison run with main's, so none shows what this changes. To see it, run \`npm run bench -- run --launcher compose --profile quick go/gin javascript/koa\` on a quiet machine, on main and on this branch, then \`npm run bench -- show\` after each. After the merge, the weekly run of \`bench\` measures every target.\n`,
        ]
      : []),
    ...(shared.length > 0
      ? [
          `> **Affects every target, and is compared in a few:** ${names(shared)}. A comment such as \`/bench go/echo\` compares another target. Both sides are verified with main's data, so data that change an answer cannot be compared before the merge.\n`,
        ]
      : []),
  ];
}

/** Returns the report of a run whose plan failed: what it should have compared is not known. */
export function reportUnplanned({ address }: Pick<Reported, 'address'>, result: JobResult): Report {
  const cancelled = result === 'cancelled';
  return {
    conclusion: cancelled ? 'cancelled' : 'failure',
    title: cancelled ? NOT_MEASURED : UNMEASURED,
    regressed: false,
    markdown: `The plan of the measurement ${cancelled ? 'was cancelled' : 'failed; its log says why'}.\n\n[the run](${address})`,
  };
}

/** Returns the report of a pull request that was turned to another branch while it was measured against main. */
export function reportRetargeted({ address }: Pick<Reported, 'address'>, branch: string): Report {
  return {
    conclusion: 'cancelled',
    title: NOT_MEASURED,
    regressed: false,
    markdown: `This was measured against main, but the pull request is now for ${escaped(branch)}.\n\n[the run](${address})`,
  };
}

/** The title for a run that was cancelled by a person or a newer commit. */
export const NOT_MEASURED = 'Not measured';
/** The title for a run after which something that could have regressed is not known. */
const UNMEASURED = 'Could not be measured';
export const NOTHING = 'Nothing to compare';
/** The title for a change whose effect no comparison can show. */
const UNCOMPARED = 'Affects every target, and was not compared';

/** Returns the report of a run with an invalid artifact. */
export function reportRefused(error: PitwallError, about: Reported): Report {
  return {
    conclusion: 'failure',
    title: 'The artifact cannot be used',
    regressed: false,
    markdown: [
      `**${escaped(error.what)}.** Expected ${escaped(error.expected)}; saw ${escaped(error.seen)}.`,
      '',
      'The artifact was not used.',
      '',
      ...foot(about),
    ].join('\n'),
  };
}

/** The list is short: one entry shows already that the pull request does not pass. */
const MAX_LISTED = 40;

function unprovenList(unproven: readonly Unproven[]): string[] {
  if (unproven.length === 0) return [];
  const more = unproven.length - MAX_LISTED;
  return [
    '**Not measured, so not passed:**',
    '',
    ...unproven
      .slice(0, MAX_LISTED)
      .map(({ what, why }) => `- ${escaped(what)}: ${escaped(cutToLength(why, 400))}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
  ];
}

function stale({ commit, newestCommit }: Reported): string[] {
  return commit === newestCommit
    ? []
    : [`> This is about ${commit.slice(0, 7)}; the pull request has moved on since.\n`];
}

/** Describes the minimum detectable effect, over all cells that have one. */
function detectable({ cells }: Verdict): string {
  const least = cells.flatMap(({ judgement }) => judgement.leastDetectable ?? []);
  if (least.length === 0) return 'Too few pairs to determine the minimum detectable effect.';
  const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1)} %`;
  const [low, high] = [Math.min(...least), Math.max(...least)];
  return `Minimum detectable effect: ${low === high ? percent(low) : `${percent(low)} to ${percent(high)}, by cell`}.`;
}

/** What is undecided passes: whoever reads the verdict must know that it proves nothing, and what would decide it. */
function undecidedNote(comparison: Comparison, cells: ReturnType<typeof measuredOf>['cells']): string[] {
  const open = cells.filter(
    ({ unmeasured, judgement }) => unmeasured === null && judgement.state === 'undecided',
  );
  if (open.length === 0) return [];
  const requests = open.flatMap(({ cell, judgement: { pairsNeeded } }) => {
    const target = comparison.pairs[cell.pair]?.head.target;
    if (target === undefined || pairsNeeded === null || pairsNeeded > MOST_ASKED_PAIRS) return [];
    return { what: `${target} ${cell.scenario}`, pairs: Math.ceil(pairsNeeded / 10) * 10 };
  });
  const [largest] = requests.sort((a, b) => b.pairs - a.pairs);
  const next = largest
    ? `More pairs decide; a comment such as \`/bench ${largest.what} ${largest.pairs}\` asks for them.`
    : 'As many pairs as a comment may ask for would not decide either: the interval shows how large the change can be.';
  return [
    `**What is undecided fails no check, but proves nothing:** its pairs neither show a change beyond the minimum effect nor rule one out. ${next}`,
    '',
  ];
}

/** A change that slows another scenario passes: whoever reads the verdict must know. */
function comparedIn({ cells }: Comparison): string {
  const compared = scenarioIds.filter((id) => cells.some(({ scenario }) => scenario === id));
  const rest = scenarioIds.filter((id) => !compared.includes(id));
  if (compared.length === 0 || rest.length === 0) return '';
  const names = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');
  return `Compared in ${names(compared)} alone; a comment such as \`/bench go/gin ${rest[0]}\` compares another scenario.`;
}

function foot(about: Reported, comparison: Comparison | null = null): string[] {
  return [
    ...(about.expected.partial
      ? [
          '> A comment asked for a part of the pull request, or for a number of pairs, so this does not pass the required check.\n',
        ]
      : []),
    ...(about.cost === '' ? [] : [about.cost, '']),
    links(about, comparison),
  ];
}

function links(
  { address, commit, webAddress, jobs }: Reported,
  comparison: Comparison | null = null,
): string {
  // Of a measurement that was cancelled, no page is built.
  const hasPage = comparison !== null && jobs.duet !== 'cancelled';
  const base = comparison?.pairs[0]?.base.revision ?? null;
  const parts = [
    // The site shows only merged and measured changes, so the page of a pull request's verdict is an
    // artifact.
    ...(hasPage ? [`[its page, to download](${address}): \`${verdictPage(comparison)}\``] : []),
    `[every pair, and the log](${address})`,
    ...(base === null ? [] : [`[what changed between the two](${webAddress}/compare/${base}...${commit})`]),
    `measured at ${commit.slice(0, 7)}`,
  ];
  return parts.join(' · ');
}
