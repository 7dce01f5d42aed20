import { z } from 'zod';
import { cutMarkdown } from './cut-markdown.ts';
import type { GitHub } from './github.ts';

/** Maintains Pitwall's single comment on a pull request, which it finds by its mark and its author. */

export const MARK = '<!-- pitwall: pr-bench -->';
const STATUS_BEGIN = '<!-- status -->';
const STATUS_END = '<!-- /status -->';
const PAGE = 100;
/** Pages of comments to search; beyond that, the pull request gets a second comment, at worst. */
const MAX_PAGES = 30;

const AUTHOR = 'github-actions[bot]';
const comments = z.array(
  z.object({
    id: z.number().int(),
    body: z.string().nullish(),
    user: z.object({ login: z.string() }).nullable(),
  }),
);

interface OwnComment {
  id: number;
  body: string;
}

/** Finds our comment; a comment with the mark by another author is not ours. */
export async function findOwnComment(github: GitHub, number: number): Promise<OwnComment | null> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const found = await github.get(
      `/repos/${github.repository}/issues/${number}/comments?per_page=${PAGE}&page=${page}`,
      comments,
    );
    const own = found.find(({ user, body }) => user?.login === AUTHOR && body?.startsWith(MARK));
    if (own) return { id: own.id, body: own.body ?? '' };
    if (found.length < PAGE) return null;
  }
  return null;
}

/** Posts the comment, or replaces its text by `markdown`. */
export async function writeOwnComment(github: GitHub, number: number, markdown: string): Promise<void> {
  const own = await findOwnComment(github, number);
  await write(github, number, own, `${MARK}\n${cutMarkdown(markdown)}`);
}

/** Whether the comment says what is under way, above its previous text. */
export function hasStatus({ body }: OwnComment): boolean {
  return body.startsWith(`${MARK}\n${STATUS_BEGIN}`);
}

/** Puts the current status above the comment's previous text. */
export async function writeStatus(github: GitHub, number: number, status: string): Promise<void> {
  const own = await findOwnComment(github, number);
  const before = (own?.body ?? '').slice(own ? MARK.length : 0);
  const end = before.indexOf(STATUS_END);
  const verdict = (end === -1 ? before : before.slice(end + STATUS_END.length)).trim();
  const text = `${MARK}\n${STATUS_BEGIN}\n${status}\n${STATUS_END}\n\n${verdict}`;
  await write(github, number, own, text.trimEnd());
}

async function write(github: GitHub, number: number, own: OwnComment | null, body: string): Promise<void> {
  if (own)
    await github.send(
      'PATCH',
      `/repos/${github.repository}/issues/comments/${own.id}`,
      { body },
      z.unknown(),
    );
  else
    await github.send('POST', `/repos/${github.repository}/issues/${number}/comments`, { body }, z.unknown());
}
