import { z } from 'zod';
import { exitCodes, messageOf, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { readBounded, readBoundedJson } from '../bounded.ts';

/** The few calls of GitHub's REST API that the workflows need. Its responses are validated like any input. */
export interface GitHub {
  /** `owner/name` */
  readonly repository: string;
  /** The web address of the repository. */
  readonly webAddress: string;
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  send<Schema extends z.ZodType>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    schema: Schema,
  ): Promise<z.output<Schema>>;
  /** Downloads a file; throws a PitwallError if it is larger than `maxBytes`. */
  download(path: string, maxBytes: number): Promise<Buffer>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const REQUEST_SECONDS = 30;
const DOWNLOAD_SECONDS = 120;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const REPOSITORY = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;

/** The address of the API, without a slash at its end. */
export function apiOf({ GITHUB_API_URL }: Environment): string {
  return GITHUB_API_URL || 'https://api.github.com';
}

/** Headers of every request. They name a version of the API, so that a new one changes nothing unseen. */
export function githubHeaders(token: string): Record<string, string> {
  return {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  };
}

/** Creates the client from the workflow's variables; throws a PitwallError if one is missing. */
export function githubOf(environment: Environment, signal: AbortSignal): GitHub {
  const given = (name: string): string => {
    const value = environment[name];
    if (value) return value;
    throw usageError({
      what: 'This step runs only in a GitHub Actions workflow',
      where: 'environment',
      expected: name,
      seen: 'not set',
      next: 'Set GITHUB_TOKEN to github.token in the step; the runner sets the other variables',
    });
  };
  const repository = given('GITHUB_REPOSITORY');
  if (!REPOSITORY.test(repository)) throw new RangeError(`not a repository: ${repository}`);
  const token = given('GITHUB_TOKEN');
  const api = apiOf(environment);
  const webAddress = `${environment.GITHUB_SERVER_URL || 'https://github.com'}/${repository}`;

  const ask = async (
    method: string,
    path: string,
    body: unknown,
    timeoutSeconds: number,
  ): Promise<Response> => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...githubHeaders(token),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1_000)]),
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw refused(method, path, messageOf(error), error);
    });
    if (response.ok) return response;
    const words = (await readBounded(response, MAX_ANSWER_BYTES).catch(() => Buffer.from(''))).toString(
      'utf8',
    );
    throw refused(method, path, `status ${response.status}: ${words.slice(0, 300)}`);
  };
  const answer = async <Schema extends z.ZodType>(
    method: string,
    path: string,
    response: Response,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const parsed = await readBoundedJson(response, MAX_ANSWER_BYTES).then(
      (value) => schema.safeParse(value),
      (error: unknown) => {
        signal.throwIfAborted();
        throw refused(method, path, `an answer that cannot be read: ${messageOf(error)}`, error);
      },
    );
    if (parsed.success) return parsed.data;
    throw refused(method, path, `an unexpected response: ${z.prettifyError(parsed.error).split('\n')[0]}`);
  };
  return {
    repository,
    webAddress,
    get: async (path, schema) =>
      answer('GET', path, await ask('GET', path, undefined, REQUEST_SECONDS), schema),
    send: async (method, path, body, schema) =>
      answer(method, path, await ask(method, path, body, REQUEST_SECONDS), schema),
    download: async (path, maxBytes) =>
      readBounded(await ask('GET', path, undefined, DOWNLOAD_SECONDS), maxBytes),
  };
}

function refused(method: string, path: string, seen: string, cause?: unknown): PitwallError {
  return new PitwallError({
    what: 'GitHub API request failed',
    where: `${method} ${path}`,
    expected: 'a status of 200 to 299 and a valid response',
    seen,
    next: 'Check the permissions of the job; run the workflow again if GitHub had an outage',
    exitCode: exitCodes.failed,
    cause,
  });
}
