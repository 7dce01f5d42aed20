import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../process/loopback.ts';
import { type GateState, gateRoutes, newGateState, refusalOfLength } from './fake-gate.ts';

/** GitHub's REST interface as far as the workflows use it, on a port of this machine, with all that it received. */
export interface FakeGitHub extends GateState {
  address: string;
  comments: { id: number; issue: number; body: string; user: { login: string } }[];
  /** Whether the repository has issues; without, GitHub answers 410. */
  hasIssues: boolean;
  issues: {
    number: number;
    title: string;
    body: string;
    state: string;
    labels: string[];
    user: { login: string };
  }[];
  checks: {
    name: string;
    head_sha: string;
    conclusion: string;
    output: { title: string; summary: string };
  }[];
  dispatches: { workflow: string; ref: string; inputs: Record<string, string> }[];
  /** By login; others have `read`. */
  permissions: Record<string, string>;
  pulls: Record<
    number,
    {
      head: string;
      base: string;
      state: 'open' | 'closed';
      /** `main` unless it says otherwise. */
      baseRef?: string;
      /** When the head's repository was last pushed to; `null` where it is gone. */
      pushedAt?: string | null;
    }
  >;
  /** By id of the run. */
  artifacts: Record<number, { name: string; archive: Buffer; claimedBytes?: number; expired?: boolean }[]>;
  /** `GET /repos/…` and so on, in order. */
  asked: string[];
  /** Environment of a step that talks to it. */
  environment: Record<string, string>;
  /** Environment of the steps of a workflow of main that act runs; their token is a secret of act. */
  environmentOf(workflow: string): Record<string, string>;
  close(): Promise<void>;
}

export const BOT = 'github-actions[bot]';
export const REPOSITORY = 'pitwall/pitwall';

export async function startFakeGitHub(): Promise<FakeGitHub> {
  let next = 1;
  const fake: FakeGitHub = {
    address: '',
    comments: [],
    hasIssues: true,
    issues: [],
    checks: [],
    dispatches: [],
    permissions: {},
    pulls: {},
    artifacts: {},
    asked: [],
    environment: {},
    ...newGateState(),
    environmentOf: (workflow) => ({
      GITHUB_API_URL: fake.address,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${workflow}.yml@refs/heads/main`,
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  type Answer = { status?: number; value: unknown } | { bytes: Buffer };
  type Route = (words: string[], body: never, query: URLSearchParams) => Answer;
  const routes: [RegExp, Route][] = [
    ...gateRoutes(fake),
    [
      /^GET issues\/(\d+)\/comments$/,
      ([issue], _body, query) => {
        const all = fake.comments.filter((comment) => comment.issue === Number(issue));
        return { value: pageOf(all, query) };
      },
    ],
    [
      /^POST issues\/(\d+)\/comments$/,
      ([issue], { body }: { body: string }) => {
        const comment = { id: next++, issue: Number(issue), body, user: { login: BOT } };
        fake.comments.push(comment);
        return { status: 201, value: comment };
      },
    ],
    [
      /^PATCH issues\/comments\/(\d+)$/,
      ([id], { body }: { body: string }) => {
        const comment = fake.comments.find((candidate) => candidate.id === Number(id));
        if (!comment) return { status: 404, value: { message: 'Not Found' } };
        comment.body = body;
        return { value: comment };
      },
    ],
    [
      /^GET issues$/,
      (_words, _body, query) => ({
        value: pageOf(
          // GitHub's newest first.
          fake.issues
            .toReversed()
            .filter(
              ({ state, labels }) =>
                [state, 'all'].includes(query.get('state') ?? 'open') &&
                labels.includes(query.get('labels') ?? ''),
            ),
          query,
        ),
      }),
    ],
    [
      /^POST issues$/,
      (_words, { title, body, labels }: { title: string; body: string; labels: string[] }) => {
        const issue = { number: next++, title, body, labels, state: 'open', user: { login: BOT } };
        fake.issues.push(issue);
        return { status: 201, value: issue };
      },
    ],
    [
      /^PATCH issues\/(\d+)$/,
      ([number], { state, body }: { state?: string; body?: string }) => {
        const issue = fake.issues.find((candidate) => candidate.number === Number(number));
        if (issue && state !== undefined) issue.state = state;
        if (issue && body !== undefined) issue.body = body;
        return { value: issue };
      },
    ],
    [
      /^POST check-runs$/,
      (_words, check: FakeGitHub['checks'][number]) => {
        fake.checks.push(check);
        return { status: 201, value: { id: next++ } };
      },
    ],
    [
      /^GET collaborators\/([^/]+)\/permission$/,
      ([login = '']) => ({ value: { permission: fake.permissions[login] ?? 'read' } }),
    ],
    [
      /^GET pulls\/(\d+)$/,
      ([number]) => {
        const pull = fake.pulls[Number(number)];
        if (!pull) return { status: 404, value: { message: 'Not Found' } };
        const { head, base, baseRef = 'main', state, pushedAt = '2026-11-20T09:00:00Z' } = pull;
        return {
          value: {
            number: Number(number),
            state,
            head: { sha: head, repo: pushedAt === null ? null : { pushed_at: pushedAt } },
            base: { sha: base, ref: baseRef },
          },
        };
      },
    ],
    [
      /^POST actions\/workflows\/([^/]+)\/dispatches$/,
      ([workflow = ''], { ref, inputs }: { ref: string; inputs: Record<string, string> }) => {
        fake.dispatches.push({ workflow, ref, inputs });
        return { status: 204, value: undefined };
      },
    ],
    [
      /^GET actions\/runs\/(\d+)\/artifacts$/,
      ([run]) => ({
        value: {
          artifacts: (fake.artifacts[Number(run)] ?? []).map(
            ({ name, archive, claimedBytes, expired }, index) => ({
              id: Number(run) * 10 + index,
              name,
              size_in_bytes: claimedBytes ?? archive.length,
              expired: expired ?? false,
            }),
          ),
        },
      }),
    ],
    [
      /^GET actions\/artifacts\/(\d+)\/zip$/,
      ([id]) => {
        const artifact = fake.artifacts[Math.floor(Number(id) / 10)]?.[Number(id) % 10];
        return artifact ? { bytes: artifact.archive } : { status: 404, value: { message: 'Not Found' } };
      },
    ],
  ];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    fake.asked.push(`${request.method} ${url.pathname}`);
    const prefix = `/repos/${REPOSITORY}/`;
    const allowed = request.headers.authorization === 'Bearer a-token' && url.pathname.startsWith(prefix);
    const line = `${request.method} ${url.pathname.slice(prefix.length)}`;
    const [pattern, route] = routes.find(([candidate]) => candidate.test(line)) ?? [];
    const body = (text === '' ? {} : JSON.parse(text)) as never;
    const answered: Answer =
      allowed && !fake.hasIssues && /^\w+ issues(?:\/\d+)?$/.test(line)
        ? { status: 410, value: { message: 'Issues are disabled for this repo' } }
        : allowed && pattern && route
          ? (refusalOfLength(line, body) ?? route(pattern.exec(line)?.slice(1) ?? [], body, url.searchParams))
          : { status: allowed ? 404 : 401, value: { message: allowed ? 'Not Found' : 'Bad credentials' } };
    if ('bytes' in answered) {
      response.writeHead(200, { 'content-type': 'application/zip' });
      response.end(answered.bytes);
      return;
    }
    response.writeHead(answered.status ?? 200, { 'content-type': 'application/json' });
    response.end(answered.value === undefined ? '' : JSON.stringify(answered.value));
  };
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  fake.address = await listenOnLoopback(server);
  fake.environment = {
    GITHUB_API_URL: fake.address,
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_TOKEN: 'a-token',
  };
  return fake;
}

/** The page of a list that a request asks for. */
function pageOf<Entry>(all: readonly Entry[], query: URLSearchParams): Entry[] {
  const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
  return all.slice((page - 1) * size, page * size);
}
