import { z } from 'zod';
import { messageOf } from '../../util/errors.ts';
import { readBoundedJson } from '../bounded.ts';
import { githubHeaders } from '../github/github.ts';

/**
 * Reads settings of a repository from GitHub's REST API. A setting that is absent, and one that the token may not
 * read, are answers like any other: neither ends the command.
 */

export type Answer<Value> =
  | { state: 'found'; value: Value }
  | { state: 'absent' }
  /** The reason, for example that the token has no permission. */
  | { state: 'unknown'; why: string };

export interface SettingsReader {
  /** Asks `GET <path>`. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<Answer<z.output<Schema>>>;
}

const SECONDS = 30;
const MAX_BYTES = 4 * 1024 * 1024;
const refusal = z.object({ message: z.string() });

/**
 * @param api the API's address, without a slash at its end
 * @param token any token that may read the repository; some settings need one of an administrator
 */
export function settingsReader(api: string, token: string, signal: AbortSignal): SettingsReader {
  return {
    async read(path, schema) {
      try {
        const response = await fetch(`${api}${path}`, {
          headers: githubHeaders(token),
          signal: AbortSignal.any([signal, AbortSignal.timeout(SECONDS * 1_000)]),
        });
        if (response.status === 404) {
          await response.body?.cancel();
          return { state: 'absent' };
        }
        const value = await readBoundedJson(response, MAX_BYTES);
        if (!response.ok) {
          const said = refusal.safeParse(value).data?.message ?? '';
          return { state: 'unknown', why: `status ${response.status} ${said}`.trim().slice(0, 200) };
        }
        const parsed = schema.safeParse(value);
        if (parsed.success) return { state: 'found', value: parsed.data };
        return { state: 'unknown', why: 'an answer in another form than the documented one' };
      } catch (error) {
        signal.throwIfAborted();
        return { state: 'unknown', why: messageOf(error).slice(0, 200) };
      }
    },
  };
}
