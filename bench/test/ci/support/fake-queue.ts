/**
 * GitHub's queues, as far as its documents and the threads of its users describe them: who waits for whom, and whom a
 * newcomer ends. A job enters its concurrency group once its needs are done; then it waits for its reviewers, and holds
 * the group while it does. A group has one holder. Whoever else comes waits; a later one takes the place of the one that
 * waits, unless the group has `queue: max`, or ends the holder with `cancel-in-progress`.
 */

interface Concurrency {
  group: string;
  'cancel-in-progress'?: boolean | string;
  queue?: string;
}
export interface QueuedWorkflow {
  concurrency?: Concurrency;
  jobs: Record<string, { needs?: string | string[]; environment?: unknown; concurrency?: Concurrency }>;
}

/** `blocked` by its needs, `queued` for its group, `waiting` for a reviewer. */
type State = 'blocked' | 'queued' | 'waiting' | 'running' | 'done' | 'cancelled';

/** A job, or a whole run where the workflow has a group of its own. */
interface Member {
  run: number;
  name: string | null;
  needs: string[];
  group: string | null;
  replaces: boolean;
  keepsAll: boolean;
  environment: string | null;
  state: State;
  /** Its place among those that came to the group. */
  came: number;
}

/** What expressions of a workflow read: `github`, `inputs`, `vars`, `matrix`. */
export type Contexts = Record<string, unknown>;

export class FakeQueue {
  readonly #reviewed: ReadonlySet<string>;
  readonly #members: Member[] = [];
  #runs = 0;
  #arrivals = 0;

  /** @param reviewed environments with required reviewers */
  constructor(reviewed: readonly string[]) {
    this.#reviewed = new Set(reviewed);
  }

  /** Starts these jobs of a workflow, as if the conditions of the others were false. Returns the run's number. */
  start(workflow: QueuedWorkflow, jobs: readonly string[], context: Contexts): number {
    const run = ++this.#runs;
    const all = { ...context, github: { ...(context.github as object), run_id: run } };
    const member = (name: string | null, of: QueuedWorkflow['jobs'][string]): Member => {
      const { group, queue, 'cancel-in-progress': cancels } = of.concurrency ?? {};
      return {
        run,
        name,
        needs: [of.needs ?? []].flat().filter((need) => jobs.includes(need)),
        group: group === undefined ? null : resolved(group, all),
        replaces: cancels === true,
        keepsAll: queue === 'max',
        environment: typeof of.environment === 'string' ? resolved(of.environment, all) : null,
        state: 'blocked',
        came: 0,
      };
    };
    const { concurrency } = workflow;
    this.#members.push(member(null, concurrency === undefined ? {} : { concurrency }));
    for (const name of jobs) this.#members.push(member(name, workflow.jobs[name] ?? {}));
    this.#settle();
    return run;
  }

  approve(run: number, name: string): void {
    this.#change(run, name, 'waiting', 'running');
  }

  finish(run: number, name: string): void {
    this.#change(run, name, 'running', 'done');
  }

  state(run: number, name: string): State {
    return this.#find(run, name).state;
  }

  #find(run: number, name: string | null): Member {
    const found = this.#members.find((one) => one.run === run && one.name === name);
    if (!found) throw new RangeError(`no job ${name} in run ${run}`);
    return found;
  }

  #change(run: number, name: string, from: State, to: State): void {
    const member = this.#find(run, name);
    if (member.state !== from) throw new RangeError(`${name} of run ${run} is ${member.state}, not ${from}`);
    member.state = to;
    this.#settle();
  }

  #settle(): void {
    for (let before = ''; before !== this.#text(); ) {
      before = this.#text();
      for (const member of this.#members) this.#advance(member);
    }
  }

  #text(): string {
    return this.#members.map(({ state }) => state).join();
  }

  #advance(member: Member): void {
    if (member.state === 'blocked' && this.#mayQueue(member)) {
      member.state = 'queued';
      member.came = ++this.#arrivals;
      this.#makeRoom(member);
    }
    if (member.state === 'queued' && this.#isNext(member)) {
      const isReviewed = member.environment !== null && this.#reviewed.has(member.environment);
      member.state = isReviewed ? 'waiting' : 'running';
    }
    if (member.name !== null || member.state !== 'running') return;
    const jobs = this.#members.filter(({ run, name }) => run === member.run && name !== null);
    if (jobs.every(({ state }) => isOver(state))) member.state = 'done';
  }

  /** A run may at once; a job once its run has begun and its needs are done. */
  #mayQueue({ run, name, needs }: Member): boolean {
    if (name === null) return true;
    return (
      this.#find(run, null).state === 'running' && needs.every((need) => this.state(run, need) === 'done')
    );
  }

  #inGroupOf({ group }: Member): Member[] {
    return group === null ? [] : this.#members.filter((one) => one.group === group && !isOver(one.state));
  }

  #makeRoom(newcomer: Member): void {
    for (const other of this.#inGroupOf(newcomer)) {
      if (other === newcomer || other.state === 'blocked') continue;
      const gives = other.state === 'queued' ? !newcomer.keepsAll : newcomer.replaces;
      if (gives || newcomer.replaces) this.#cancel(other);
    }
  }

  #cancel(member: Member): void {
    member.state = 'cancelled';
    if (member.name !== null) return;
    for (const job of this.#members)
      if (job.run === member.run && !isOver(job.state)) job.state = 'cancelled';
  }

  #isNext(member: Member): boolean {
    const [first] = this.#inGroupOf(member)
      .filter(({ state }) => state !== 'blocked')
      .sort((a, b) => Number(a.state === 'queued') - Number(b.state === 'queued') || a.came - b.came);
    return first === undefined || first === member;
  }
}

function isOver(state: State): boolean {
  return state === 'done' || state === 'cancelled';
}

/** A text of a workflow with its expressions filled in. */
export function resolved(text: string, context: Contexts): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) =>
    String(filledIn(expression, context) ?? ''),
  );
}

/** The few operators that conditions and groups of these workflows use; no parentheses but those of `format`. */
function filledIn(expression: string, context: Contexts): unknown {
  let value: unknown;
  for (const alternative of expression.split(' || ')) {
    for (const part of alternative.split(' && ')) {
      value = comparedOf(part.trim(), context);
      if (!value) break;
    }
    if (value) return value;
  }
  return value;
}

function comparedOf(text: string, context: Contexts): unknown {
  const [, left, operator, right] = /^(.*?) (==|!=) (.*)$/.exec(text) ?? [];
  if (left !== undefined && right !== undefined) {
    const isSame = (filledIn(left, context) ?? '') === (filledIn(right, context) ?? '');
    return operator === '==' ? isSame : !isSame;
  }
  if (text.startsWith('!')) return !filledIn(text.slice(1), context);
  const [, quoted] = /^'(.*)'$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  const [, pattern, words] = /^format\('(.*?)', (.*)\)$/.exec(text) ?? [];
  if (pattern !== undefined && words !== undefined)
    return words
      .split(', ')
      .reduce((all, word, index) => all.replace(`{${index}}`, String(filledIn(word, context))), pattern);
  return text
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], context);
}
