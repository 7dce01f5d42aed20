import { z } from 'zod';
import { verdictOf } from '../analysis/verdict.ts';
import type { Comparison, Target } from '../model/index.ts';
import { escaped } from '../publish/verdict-markdown.ts';
import type { RunResult } from '../results/read-results.ts';
import { cutToLength } from '../util/cut.ts';
import { percentChange } from '../words/index.ts';
import type { GitHub } from './github/github.ts';

/** Alerts the maintainers of a target that fails on main by one issue, closed when the target recovers. */

interface Trouble {
  target: string;
  what: string[];
}

const ALERT_LABEL = 'target-trouble';

/** Returns the targets that failed in the newest runs and comparisons, and those without a failure. */
export function troublesOf(
  runs: readonly RunResult[],
  comparisons: readonly Comparison[],
): { troubles: Trouble[]; well: string[] } {
  const troubles = new Map<string, string[]>();
  const seen = new Set<string>();
  const add = (target: string, what: string): void => {
    troubles.set(target, [...(troubles.get(target) ?? []), what]);
  };
  for (const { targets } of runs) {
    for (const { result } of targets) {
      seen.add(result.target);
      const { state, cells, variant } = result;
      if (state.step === 'left-out') continue;
      if (state.step !== 'measured') add(result.target, `${variant}: ${state.step} failed: ${state.reason}`);
      for (const cell of cells.filter(({ rounds }) => rounds.round.length === 0))
        add(
          result.target,
          `${variant}: no measurement of ${cell.scenario} completed: ${cell.failures.at(-1)?.what ?? ''}`,
        );
    }
  }
  for (const comparison of comparisons) {
    for (const { cell, judgement } of verdictOf(comparison).cells) {
      const pair = comparison.pairs[cell.pair];
      if (!pair) continue;
      seen.add(pair.head.target);
      if (judgement.state === 'regressed' && judgement.effect)
        add(
          pair.head.target,
          `${pair.head.variant}: ${cell.scenario} costs ${percentChange(judgement.effect.ratio)} since ${pair.base.revision?.slice(0, 7) ?? 'before'}`,
        );
    }
  }
  return {
    troubles: [...troubles].map(([target, what]) => ({ target, what })),
    well: [...seen].filter((target) => !troubles.has(target)),
  };
}

const issues = z.array(
  z.object({
    number: z.number().int().positive(),
    title: z.string(),
    user: z.object({ login: z.string() }).nullable(),
  }),
);
const AUTHOR = 'github-actions[bot]';

/** Opens one issue for each failing target, and closes the issues of targets that have recovered. */
export async function alertMaintainers(
  github: GitHub,
  { troubles, well }: { troubles: readonly Trouble[]; well: readonly string[] },
  targets: readonly Target[],
  runAddress: string,
): Promise<{ opened: string[]; closed: string[] }> {
  const open = (
    await github.get(
      `/repos/${github.repository}/issues?state=open&labels=${ALERT_LABEL}&per_page=100`,
      issues,
    )
  ).filter(({ user }) => user?.login === AUTHOR);
  const opened: string[] = [];
  const closed: string[] = [];
  for (const trouble of troubles) {
    if (open.some(({ title }) => title === titleOf(trouble.target))) continue;
    const maintainers = targets.find(({ id }) => id === trouble.target)?.manifest.maintainers ?? [];
    await github.send(
      'POST',
      `/repos/${github.repository}/issues`,
      {
        title: titleOf(trouble.target),
        labels: [ALERT_LABEL],
        body: bodyOf(trouble, maintainers, runAddress),
      },
      z.unknown(),
    );
    opened.push(trouble.target);
  }
  for (const target of well) {
    const issue = open.find(({ title }) => title === titleOf(target));
    if (!issue) continue;
    await github.send(
      'PATCH',
      `/repos/${github.repository}/issues/${issue.number}`,
      { state: 'closed', state_reason: 'completed' },
      z.unknown(),
    );
    closed.push(target);
  }
  return { opened, closed };
}

function titleOf(target: string): string {
  return `Trouble on main: ${target}`;
}

/** What an issue would say, where there can be none: without a word to people whom nothing calls. */
export function troubleTexts(troubles: readonly Trouble[]): { title: string; body: string }[] {
  return troubles.map(({ target, what }) => ({ title: titleOf(target), body: linesOf(what).join('\n') }));
}

const MAX_LINES = 20;

function linesOf(what: readonly string[]): string[] {
  return [
    ...what.slice(0, MAX_LINES).map((line) => `- ${escaped(cutToLength(line, 500))}`),
    ...(what.length > MAX_LINES ? [`- and ${what.length - MAX_LINES} more`] : []),
  ];
}

/** Renders the issue. The manifest's schema checks names; other text comes from servers and is escaped. */
function bodyOf({ what }: Trouble, maintainers: readonly string[], runAddress: string): string {
  const called = maintainers.map((name) => `@${name}`).join(' ');
  return [
    ...linesOf(what),
    '',
    `Seen by [this run](${runAddress}). This issue is closed when a run no longer finds a failure.`,
    ...(called === '' ? [] : ['', `For the maintainers ${called}: you are notified only once.`]),
  ].join('\n');
}
