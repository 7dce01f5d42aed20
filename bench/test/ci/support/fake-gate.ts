import type { Jobs } from '../../../src/ci/gate/cost.ts';

/** The part of GitHub's interface that decides whether a pull request is measured, and what may be said of it. */
export interface GateState {
  /** By name; GitHub answers 404 for any other. */
  environments: Record<string, { protection_rules: { type: string; reviewers?: object[] }[] }>;
  /** Commits of a pull request besides its head, by number. */
  pullCommits: Record<number, string[]>;
  /** Jobs of a run. */
  jobs: Record<number, (Jobs[number] & { id?: number; conclusion?: string | null })[]>;
  /** What GitHub says beside a job, by its id; it answers 404 for any other. */
  annotations: Record<number, string[]>;
  /** Runs of `bench.yml`, as GitHub lists them. */
  runs: FakeRun[];
}

export interface FakeRun {
  id: number;
  path: string;
  head_branch: string | null;
  head_repository: { full_name: string } | null;
  event: string;
  status: string;
  created_at: string;
}

type Answer = { status?: number; value: unknown };
type Route = (words: string[], body: never, query: URLSearchParams) => Answer;

/** An environment whose jobs wait for a person. */
export const REVIEWED: GateState['environments'][string] = {
  protection_rules: [
    { type: 'required_reviewers', reviewers: [{ type: 'User', reviewer: { login: 'owner' } }] },
  ],
};

const NOT_FOUND: Answer = { status: 404, value: { message: 'Not Found' } };

export const newGateState = (): GateState => ({
  environments: {},
  pullCommits: {},
  jobs: {},
  annotations: {},
  runs: [],
});

export function gateRoutes(
  state: GateState & { pulls: Record<number, { head: string }> },
): [RegExp, Route][] {
  return [
    [
      /^GET environments\/([^/]+)$/,
      ([name = '']) => {
        const found = state.environments[decodeURIComponent(name)];
        return found ? { value: { name, ...found } } : NOT_FOUND;
      },
    ],
    [
      /^GET pulls\/(\d+)\/commits$/,
      ([number], _body, query) => {
        const head = state.pulls[Number(number)]?.head;
        if (head === undefined) return NOT_FOUND;
        const all = [...(state.pullCommits[Number(number)] ?? []), head].map((sha) => ({ sha }));
        const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
        return { value: all.slice((page - 1) * size, page * size) };
      },
    ],
    [
      /^GET actions\/workflows\/([^/]+)\/runs$/,
      ([file], _body, query) => {
        const [branch, status] = [query.get('branch'), query.get('status')];
        const path = `.github/workflows/${file}`;
        const found = state.runs.filter(
          (run) => run.path === path && run.head_branch === branch && run.status === status,
        );
        return {
          value: { total_count: found.length, workflow_runs: found.slice(0, Number(query.get('per_page'))) },
        };
      },
    ],
    [
      /^GET actions\/runs\/(\d+)$/,
      ([run]) => {
        const found = state.runs.find(({ id }) => id === Number(run));
        return found ? { value: found } : NOT_FOUND;
      },
    ],
    [
      /^GET check-runs\/(\d+)\/annotations$/,
      ([id]) => {
        const said = state.annotations[Number(id)];
        return said === undefined ? NOT_FOUND : { value: said.map((message) => ({ message })) };
      },
    ],
    [/^GET actions\/runs\/(\d+)\/jobs$/, ([run]) => ({ value: { jobs: state.jobs[Number(run)] ?? [] } })],
  ];
}

/** GitHub's own limits: bytes of a check's summary, characters of a comment. */
export function refusalOfLength(line: string, body: unknown): Answer | null {
  const { output, body: text } = body as { output?: { summary?: string }; body?: string };
  const tooLong = (what: string): Answer => ({
    status: 422,
    value: { message: `Invalid request.\n\n${what} is too long` },
  });
  if (line === 'POST check-runs' && Buffer.byteLength(output?.summary ?? '') > 65_535)
    return tooLong('output.summary');
  return /issues\/.*comments/.test(line) && (text ?? '').length > 65_536 ? tooLong('body') : null;
}

interface Merging {
  pulls: Record<number, { head: string; baseRef?: string }>;
  checks: { name: string; head_sha: string; conclusion: string }[];
}

/** Whether a rule of main that requires a check would let a pull request merge: by the newest one of its head. */
export function mayMerge({ pulls, checks }: Merging, number: number, required: string): boolean {
  const pull = pulls[number];
  if (!pull || (pull.baseRef ?? 'main') !== 'main') return false;
  const newest = checks.findLast(({ name, head_sha }) => name === required && head_sha === pull.head);
  return ['success', 'neutral', 'skipped'].includes(newest?.conclusion ?? '');
}
