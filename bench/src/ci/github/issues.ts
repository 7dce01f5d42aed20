import { z } from 'zod';
import { escaped } from '../../publish/verdict-markdown.ts';
import { PitwallError } from '../../util/errors.ts';
import type { GitHub } from './github.ts';

/**
 * Does work on the issues of a repository; `null` if they are switched off. GitHub does that in every fork, and answers
 * 410. What was to be reported must reach somebody then in another way.
 */
export async function withIssues<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PitwallError && /^status 410\b/.test(error.seen)) return null;
    throw error;
  }
}

/** What a bot that opens issues needs to know its own again. */
const issueSchema = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullable(),
});
const AUTHOR = 'github-actions[bot]';
/** GitHub's largest page. */
const PAGE = 100;
const MOST_PAGES = 50;

/** Lists the issues with a label that a workflow opened, to the last page: one that is not seen would be opened again. */
export async function ownIssues(
  github: GitHub,
  state: 'open' | 'all',
  label: string,
): Promise<z.output<typeof issueSchema>[]> {
  const path = `/repos/${github.repository}/issues?state=${state}&labels=${label}&per_page=${PAGE}`;
  const own: z.output<typeof issueSchema>[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const found = await github.get(`${path}&page=${page}`, z.array(issueSchema));
    own.push(...found.filter(({ user }) => user?.login === AUTHOR));
    if (found.length < PAGE) break;
  }
  return own;
}

/** What switches them on. */
export function enableIssues(repository: string): string {
  return `gh repo edit ${repository} --enable-issues`;
}

/** The log's word about issues that cannot be opened. */
export function issuesAreOff({ repository }: GitHub): string {
  return `Issues are switched off in ${repository}, as in every fork, so nobody is notified. Switch them on: ${enableIssues(repository)}`;
}

/** Markdown for the summary of a job that could open no issue. */
export function insteadOfIssues(github: GitHub, found: readonly { title: string; body: string }[]): string {
  return [
    `**${escaped(issuesAreOff(github))}**`,
    ...found.flatMap(({ title, body }) => ['', `### ${escaped(title)}`, '', body]),
  ].join('\n');
}
