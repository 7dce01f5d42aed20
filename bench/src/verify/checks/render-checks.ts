import { cutToLength } from '../../util/cut.ts';
import type { CheckDetail, CheckResult } from './check.ts';

/** Renders check results for people and for programs. */

/** Renders one line per scenario, and each failure with what was sent, expected and seen. */
export function renderChecks(results: readonly CheckResult[]): string {
  const groups = new Map<string, CheckResult[]>();
  for (const result of results) {
    const group = result.id.split('/')[0] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), result]);
  }
  const width = Math.max(0, ...[...groups.keys()].map((name) => name.length));
  const lines = [...groups].flatMap(([name, checks]) => renderGroup(name.padEnd(width), checks));
  return lines.join('\n');
}

/** Renders the skipped checks, one line per reason: `– date: the server sends no Date (json, menus)`. */
export function renderSkipped(results: readonly CheckResult[]): string {
  const reasons = new Map<string, { check: string; groups: string[] }>();
  for (const { id, status, detail } of results) {
    if (status !== 'skipped') continue;
    const [group = '', check = ''] = id.split('/');
    const summary = detail?.summary ?? 'skipped';
    const known = reasons.get(`${check}: ${summary}`) ?? { check, groups: [] };
    known.groups.push(group);
    reasons.set(`${check}: ${summary}`, known);
  }
  return [...reasons].map(([reason, { groups }]) => `    – ${reason} (${groups.join(', ')})`).join('\n');
}

function renderGroup(name: string, checks: readonly CheckResult[]): string[] {
  const of = (status: CheckResult['status']): CheckResult[] =>
    checks.filter((check) => check.status === status);
  const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')];
  const mark = failed.length > 0 ? '✗' : passed.length > 0 ? '✓' : '–';
  const names = passed.map((check) => check.id.split('/')[1]).join(' ');
  const lines = [`${mark} ${name}  ${names}`.trimEnd()];
  // Leave out checks that were skipped because of a failure: the failure says it all.
  const shown =
    failed.length > 0 ? skipped.filter((check) => !check.detail?.summary.startsWith('not judged')) : skipped;
  for (const check of shown) lines.push(`    – ${check.id}: ${check.detail?.summary ?? 'skipped'}`);
  for (const check of failed) lines.push(...renderFailure(check));
  return lines;
}

function renderFailure({ id, detail }: CheckResult): string[] {
  if (!detail) return [`    ✗ ${id}`];
  const part = (label: string, text: string | null): string[] =>
    text === null
      ? []
      : text
          .split('\n')
          .map((line, index) => `        ${(index === 0 ? label : '').padEnd(9)} ${cutLine(line.trimEnd())}`);
  return [
    `    ✗ ${id}: ${detail.summary}`,
    ...part('sent', detail.sent),
    ...part('expected', detail.expected),
    ...part('seen', detail.seen),
    ...part('diff', detail.diff),
  ];
}

/** A body of 2,000 brackets would hide what is said of it. */
const MOST_OF_A_LINE = 300;

function cutLine(line: string): string {
  const cut = cutToLength(line, MOST_OF_A_LINE);
  return cut === line ? line : `${cut}… (${line.length.toLocaleString('en')} characters)`;
}

const MAX_DETAIL = 2_000;

/** Returns the detail as one text of bounded length, as stored in a run's file. */
export function detailText(detail: CheckDetail | null): string | null {
  if (!detail) return null;
  const parts = [
    detail.summary,
    detail.sent === null ? null : `sent: ${detail.sent.split('\r\n')[0]}`,
    detail.expected === null ? null : `expected: ${detail.expected}`,
    detail.seen === null ? null : `seen: ${detail.seen}`,
    detail.diff,
  ];
  const text = parts.filter((part) => part !== null).join('\n');
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL - 1)}…` : text;
}
