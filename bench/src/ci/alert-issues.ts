import { z } from 'zod';
import { variantsOf } from '../catalog/targets.ts';
import type { Target } from '../model/index.ts';
import { escaped } from '../publish/verdict-markdown.ts';
import { cutToLength } from '../util/cut.ts';
import { cellKey, type FoundTroubles, type Trouble, type TroubleKind } from './alert.ts';
import type { GitHub } from './github/github.ts';
import { ownIssues } from './github/issues.ts';

/** Alerts the maintainers of a target by one issue for each kind of trouble, closed when a measurement shows that it is over. */

const ALERT_LABEL = 'target-trouble';
type Issue = Awaited<ReturnType<typeof ownIssues>>[number];

/** Opens one issue for each trouble, and closes the issues of what has recovered; gives back their titles. */
export async function alertMaintainers(
  github: GitHub,
  { troubles, well }: FoundTroubles,
  targets: readonly Target[],
  runAddress: string,
): Promise<{ opened: string[]; closed: string[] }> {
  const path = `/repos/${github.repository}/issues`;
  const open = await ownIssues(github, 'open', ALERT_LABEL);
  const change = (issue: Issue, body: object): Promise<unknown> =>
    github.send('PATCH', `${path}/${issue.number}`, body, z.unknown());
  const opened: string[] = [];
  const closed: string[] = [];
  for (const trouble of troubles) {
    const title = titleOf(trouble);
    const issue = open.find((one) => one.title === title);
    if (issue) {
      const known = cellsOf(issue);
      // An edit notifies nobody. Without it, the cells that failed first would close the issue of those that failed later.
      if (trouble.cells.some((cell) => !known.includes(cell)))
        await change(issue, {
          body: withCells(issue.body ?? '', [...new Set([...known, ...trouble.cells])]),
        });
      continue;
    }
    const maintainers = targets.find(({ id }) => id === trouble.target)?.manifest.maintainers ?? [];
    const body = bodyOf(trouble, maintainers, runAddress);
    await github.send('POST', path, { title, labels: [ALERT_LABEL], body }, z.unknown());
    opened.push(title);
  }
  for (const recovery of well) {
    const issue = open.find(({ title }) => title === titleOf(recovery));
    if (!issue) continue;
    const isServed = servedBy(targets, recovery.target);
    if (cellsOf(issue).some((cell) => isServed(cell) && !recovery.cells.has(cell))) continue;
    await change(issue, { state: 'closed', state_reason: 'completed' });
    closed.push(issue.title);
  }
  return { opened, closed };
}

/** A cell that is no longer served can never be measured again, so it keeps no issue open; those of a workflow can. */
function servedBy(targets: readonly Target[], id: string): (cell: string) => boolean {
  const own = targets.filter((target) => target.id === id).flatMap(variantsOf);
  if (own.length === 0) return () => true;
  const served = new Set(
    own.flatMap(({ variant, target }) =>
      target.manifest.scenarios.map((scenario) => cellKey(variant.id, scenario)),
    ),
  );
  return (cell) => served.has(cell);
}

const TITLES: Record<TroubleKind, string> = {
  failed: 'Trouble on main',
  slower: 'Slower on main',
  uncompared: 'Not compared on main',
};

export function titleOf({ kind, target }: Pick<Trouble, 'kind' | 'target'>): string {
  return `${TITLES[kind]}: ${target}`;
}

/** What an issue would say, where there can be none: without a word to people whom nothing calls. */
export function troubleTexts(troubles: readonly Trouble[]): { title: string; body: string }[] {
  return troubles.map((trouble) => ({ title: titleOf(trouble), body: linesOf(trouble.what).join('\n') }));
}

const MAX_LINES = 20;

function linesOf(what: readonly string[]): string[] {
  return [
    ...what.slice(0, MAX_LINES).map((line) => `- ${escaped(cutToLength(line, 500))}`),
    ...(what.length > MAX_LINES ? [`- and ${what.length - MAX_LINES} more`] : []),
  ];
}

const CLOSED_WHEN: Record<TroubleKind, string> = {
  failed: 'This issue is closed when a run measures the same again without a failure.',
  slower:
    'This issue is closed when a later comparison finds the same scenarios faster. If the cost is meant, close it yourself.',
  uncompared:
    'This issue is closed when a later comparison of the target is finished, which shows only what changed after this.',
};

/** Renders the issue. The manifest's schema checks names; other text comes from servers and is escaped. */
function bodyOf({ kind, what, cells }: Trouble, maintainers: readonly string[], runAddress: string): string {
  const called = maintainers.map((name) => `@${name}`).join(' ');
  const text = [
    ...linesOf(what),
    '',
    `Seen by [this run](${runAddress}). ${CLOSED_WHEN[kind]}`,
    ...(called === '' ? [] : ['', `For the maintainers ${called}: you are notified only once.`]),
  ].join('\n');
  return cells.length === 0 ? text : withCells(text, cells);
}

/** What the issue is about, for the run that may close it; nobody sees it. Escaped text cannot contain one. */
const CELLS = /\n*<!-- cells: ([\w./ -]*) -->/;

function cellsOf({ body }: Issue): string[] {
  const [, cells = ''] = CELLS.exec(body ?? '') ?? [];
  return cells.split(' ').filter(Boolean);
}

function withCells(body: string, cells: readonly string[]): string {
  return `${body.replace(CELLS, '')}\n\n<!-- cells: ${cells.join(' ')} -->`;
}
