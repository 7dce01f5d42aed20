import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { schemaError } from '../../util/schema-errors.ts';
import { usageError } from '../../util/usage-errors.ts';

/** The fields that steps use of the event that started a workflow, which GitHub writes to a file. */

/** The whole id of a commit. */
export const commitId = z.string().regex(/^[0-9a-f]{40}$/);
/** The login of an account; those of apps end with `[bot]`, those of Enterprise Managed Users have a `_`. */
const login = z.string().regex(/^[A-Za-z0-9_-]{1,39}(?:\[bot\])?$/);

export const commentEvent = z.object({
  action: z.literal('created'),
  issue: z.object({ number: z.number().int().positive(), pull_request: z.object({}).optional() }),
  comment: z.object({
    id: z.number().int().positive(),
    body: z.string(),
    created_at: z.iso.datetime(),
    user: z.object({ login }),
  }),
});

export const pullRequestSchema = z.object({
  number: z.number().int().positive(),
  state: z.enum(['open', 'closed']),
  head: z.object({
    sha: commitId,
    /** `null` if the fork was deleted. */
    repo: z.object({ pushed_at: z.iso.datetime().nullish() }).nullish(),
  }),
  base: z.object({ ref: z.string() }),
});

/** Largest event; GitHub's own limit for a payload is 25 MB. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

/** Reads the event of GITHUB_EVENT_PATH; throws a PitwallError if it does not match the schema. */
export function readEvent<Schema extends z.ZodType>(
  environment: Readonly<Record<string, string | undefined>>,
  schema: Schema,
): z.output<Schema> {
  const file = environment.GITHUB_EVENT_PATH;
  if (!file || statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw usageError({
      what: 'There is no event to handle',
      where: 'GITHUB_EVENT_PATH',
      expected: 'the file of a GitHub Actions event',
      seen: file || 'not set',
      next: 'To run by hand: GITHUB_EVENT_PATH=event.json npm run bench -- …',
    });
  }
  if (statSync(file).size > MAX_EVENT_BYTES) throw new RangeError(`${file} is too large for an event`);
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw schemaError(parsed.error.issues, value, {
    what: 'This step cannot handle the event',
    where: file,
    next: 'Check the trigger of the workflow',
  });
}
