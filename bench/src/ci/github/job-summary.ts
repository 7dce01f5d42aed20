import { existsSync, readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { type Cell, scenarioIds, type TargetRun } from '../../model/index.ts';
import { escaped } from '../../publish/verdict-markdown.ts';
import { cutToLength } from '../../util/cut.ts';
import type { CheckResult } from '../../verify/checks/check.ts';
import { percentChange } from '../../words/index.ts';
import type { Annotation } from '../workflow-file.ts';
import { annotationOfCheck, placeOfError } from './annotation.ts';

/** Turns the output of the steps of one target's job into tables for its summary, and into annotations. */

const text = z.string().nullable();
const checkSchema = z.object({
  id: z.string(),
  scenario: z.enum(scenarioIds).nullable(),
  status: z.enum(['passed', 'failed', 'skipped']),
  detail: z.object({ summary: z.string(), sent: text, expected: text, seen: text, diff: text }).nullable(),
});
/** The output of `bench verify --json`. */
const verdictsSchema = z.array(
  z.object({
    target: z.string(),
    state: z.enum(['passed', 'incomplete', 'failed', 'left-out', 'not-begun']),
    reason: text,
    next: text,
    checks: z.array(checkSchema),
  }),
);
type Verified = z.output<typeof verdictsSchema>;

/** The output of `bench instructions --json`. */
const countsSchema = z.object({
  scenarios: z.array(
    z.object({
      scenario: z.string(),
      base: z.array(z.number()),
      head: z.array(z.number()),
      effect: z.object({ ratio: z.number(), low: z.number(), high: z.number() }).nullable(),
      verdict: z.enum(['more', 'fewer', 'same', 'undecided']),
    }),
  ),
});
type Counted = z.output<typeof countsSchema>;

const runSchema = z.object({ folder: z.string() });

/** Largest file; no step of a job writes more. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns the content of a step's file, or `null` if the step did not write it. */
function read<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | null {
  if (!existsSync(file) || statSync(file).size === 0) return null;
  if (statSync(file).size > MAX_BYTES) throw new RangeError(`${file} is larger than a step writes`);
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export const readVerified = (file: string): Verified | null => read(file, verdictsSchema);
export const readCounted = (file: string): Counted | null => read(file, countsSchema);
export const readRunFolderName = (file: string): string | null => read(file, runSchema)?.folder ?? null;

/** Text for a target without a failed check. */
const NOT_CHECKED = {
  failed: 'could not be checked',
  incomplete: 'was not checked in full',
  'left-out': 'was left out',
  'not-begun': 'was not begun in time',
} as const;

/** Returns one annotation for each failed check, and one for each target that could not be checked. */
export function annotationsOf(root: string, verified: Verified): Annotation[] {
  return verified.flatMap(({ target, state, reason, next, checks }): Annotation[] => {
    const failed = checks.filter(({ status }) => status === 'failed');
    if (failed.length > 0)
      return failed.map((check) => annotationOfCheck(root, target, check as CheckResult));
    if (state === 'passed') return [];
    const manifest = `targets/${target.split(':')[0]}/target.yaml`;
    const why = reason ?? 'no reason given';
    return [
      {
        level: state === 'failed' ? 'error' : 'warning',
        title: `${target} ${NOT_CHECKED[state]}`,
        message: next === null ? why : `${why}\nnext: ${next}`,
        ...placeOfError(root, manifest, why),
      },
    ];
  });
}

interface JobParts {
  verified: Verified | null;
  counted: Counted | null;
  smoke: readonly TargetRun[] | null;
}

export function jobSummary(target: string, { verified, counted, smoke }: JobParts): string {
  return [
    `### ${escaped(target)}`,
    '',
    ...(verified === null ? ['The target was not verified.', ''] : verifiedTable(verified)),
    ...(smoke === null ? [] : smokeTable(smoke)),
    ...(counted === null ? [] : countedTable(counted)),
  ].join('\n');
}

function verifiedTable(verified: Verified): string[] {
  const number = (checks: Verified[number]['checks'], status: string): number =>
    checks.filter((check) => check.status === status).length;
  return [
    '| variant | contract | checks | not applicable |',
    '|---|---|--:|--:|',
    ...verified.map(({ target, state, checks }) => {
      const word = {
        passed: 'keeps it',
        incomplete: 'not checked in full',
        failed: '**breaks it**',
        'left-out': 'left out',
        'not-begun': 'not begun in time',
      }[state];
      const passed = `${number(checks, 'passed')} of ${checks.length - number(checks, 'skipped')}`;
      return `| ${escaped(target)} | ${word} | ${passed} | ${number(checks, 'skipped')} |`;
    }),
    '',
    ...verified.flatMap(({ target, state, reason, checks }) => {
      const failed = checks.filter(({ status }) => status === 'failed');
      const isUnexplained = checks.length === 0 || (state === 'failed' && failed.length === 0);
      return [
        ...failed.map(({ id, detail }) => `- ${escaped(`${target} ${id}: ${detail?.summary ?? 'failed'}`)}`),
        ...(isUnexplained && reason !== null
          ? [`- ${escaped(`${target}: ${cutToLength(reason, 600)}`)}`]
          : []),
      ];
    }),
    '',
  ];
}

/** Shows whether anything breaks under load, without figures: those of a hosted runner are not results. */
function smokeTable(smoke: readonly TargetRun[]): string[] {
  const rows = smoke.flatMap(({ variant, cells }) =>
    cells.map(
      (cell) => `| ${escaped(variant)} | ${cell.scenario} | ${cell.loadShapeId} | ${stateOf(cell)} |`,
    ),
  );
  if (rows.length === 0) return [];
  return ['| variant | scenario | load | under load |', '|---|---|---|---|', ...rows, ''];
}

function stateOf({ rounds, marks, failures }: Cell): string {
  if (rounds.round.length === 0)
    return `**no measurement completed**: ${escaped(cutToLength(failures.at(-1)?.what ?? '', 300))}`;
  return marks.length === 0 ? 'passed' : marks.map(({ code }) => code).join(', ');
}

function countedTable({ scenarios }: Counted): string[] {
  const middle = (values: readonly number[]): string =>
    Math.round([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0).toLocaleString('en');
  return [
    '| scenario | instructions per request, base | head | change | |',
    '|---|--:|--:|--:|---|',
    ...scenarios.map(({ scenario, base, head, effect, verdict }) => {
      const word = { more: '**more**', fewer: 'fewer', same: 'the same', undecided: 'undecided' }[verdict];
      const change = effect ? percentChange(effect.ratio) : '–';
      return `| ${escaped(scenario)} | ${middle(base)} | ${middle(head)} | ${change} | ${word} |`;
    }),
    '',
  ];
}
