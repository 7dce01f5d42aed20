import { readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { touchedAndRotating } from '../../catalog/touched.ts';
import { buildTarget, verifyVariant } from '../../measure/prepare.ts';
import { databaseKinds } from '../../model/index.ts';
import { exitCodes } from '../../util/errors.ts';
import type { CheckResult } from '../../verify/checks/check.ts';
import { renderChecks, renderSkipped } from '../../verify/checks/report.ts';
import { type Command, type Invocation, jsonOption, launcherOption, wholeNumberOption } from '../command.ts';
import { launcherOf, openSession } from './session.ts';

interface Verdict {
  target: string;
  state: 'passed' | 'failed' | 'left-out';
  reason: string | null;
  next: string | null;
  checks: CheckResult[];
}

export const verify: Command = {
  name: 'verify',
  summary: 'build targets and check them against the contract',
  takes: '[target...]',
  details: 'Ends with a line `N passed, N failed, N skipped` that counts target variants.',
  options: {
    ...launcherOption,
    strict: { type: 'boolean', help: 'count a target that this machine cannot build as failed' },
    since: {
      type: 'string',
      value: '<revision>',
      help: 'only targets that differ from this git revision',
    },
    rotate: {
      type: 'string',
      value: '<n>',
      help: 'with --since: also n others, which change from commit to commit',
    },
    minutes: {
      type: 'string',
      value: '<n>',
      help: 'start no further target after this many minutes; the rest are named',
    },
    ...jsonOption,
  },
  async run(invocation) {
    const { terminal, options } = invocation;
    const entries = await chosen(invocation);
    const minutes = wholeNumberOption(options, 'minutes', 1, 1_440) ?? Number.POSITIVE_INFINITY;
    const kinds = databaseKinds.filter((kind) =>
      entries.some(({ target }) => target.manifest.databaseAccess[kind]),
    );
    const session = await openSession(invocation, {
      launcher: launcherOf(options),
      tools: [],
      databases: kinds,
    });
    try {
      const verdicts: Verdict[] = [];
      const started = performance.now();
      for (const [index, entry] of entries.entries()) {
        if (performance.now() - started > minutes * 60_000) {
          const left = entries.slice(index).map(({ name }) => name);
          terminal.note(`Time is up after ${minutes} minutes; not verified: ${left.join(', ')}`);
          break;
        }
        const verdict = await verifyOne(session, entry);
        verdicts.push(verdict);
        if (!options.json) show(verdict, terminal);
      }
      const number = (state: Verdict['state']): number =>
        verdicts.filter((verdict) => verdict.state === state).length;
      if (options.json) terminal.print(JSON.stringify(verdicts, null, 2));
      else
        terminal.print(
          `${number('passed')} passed, ${number('failed')} failed, ${number('left-out')} skipped`,
        );
      const wrong = number('failed') + (options.strict ? number('left-out') : 0);
      return wrong > 0 || session.missingDatabases.length > 0 ? exitCodes.failed : exitCodes.ok;
    } finally {
      await session.close();
    }
  },
};

async function chosen({
  repository,
  terminal,
  options,
  arguments: names,
}: Invocation): Promise<TargetVariant[]> {
  const entries = selectVariants(readTargets(repository), names);
  if (options.since === undefined) return entries;
  const more = wholeNumberOption(options, 'rotate', 0, 1_000) ?? 0;
  const choice = await touchedAndRotating(repository.root, entries, String(options.since), more);
  const list = (ids: readonly string[]): string => ids.join(', ') || 'none';
  terminal.note(`Changed since ${options.since}: ${list(choice.touched)}; others: ${list(choice.rotating)}`);
  return choice.entries;
}

async function verifyOne(
  session: Awaited<ReturnType<typeof openSession>>,
  entry: TargetVariant,
): Promise<Verdict> {
  session.tell({ kind: 'step', text: `verifying ${entry.name}` });
  const outcome = await buildTarget(session, entry.target);
  if ('dropped' in outcome) {
    if (outcome.error) session.tell({ kind: 'problem', target: entry.name, error: outcome.error });
    const { step, reason, next } = outcome.dropped;
    return {
      target: entry.name,
      state: step === 'left-out' ? 'left-out' : 'failed',
      reason,
      next,
      checks: [],
    };
  }
  const { checks, dropped, error } = await verifyVariant(session, entry, outcome.built);
  if (error) session.tell({ kind: 'problem', target: entry.name, error });
  return {
    target: entry.name,
    state: dropped ? 'failed' : 'passed',
    reason: dropped?.reason ?? null,
    next: dropped?.next ?? null,
    checks,
  };
}

function show(verdict: Verdict, terminal: Invocation['terminal']): void {
  const sign = { passed: terminal.good('✓'), failed: terminal.bad('✗'), 'left-out': terminal.warn('–') }[
    verdict.state
  ];
  const passed = verdict.checks.filter((check) => check.status === 'passed').length;
  const skipped = verdict.checks.filter((check) => check.status === 'skipped').length;
  const counted =
    verdict.checks.length > 0
      ? `  ${passed} of ${verdict.checks.length} checks${skipped > 0 ? `, ${skipped} skipped` : ''}`
      : '';
  terminal.print(
    `${sign} ${terminal.strong(verdict.target)}${counted}${verdict.checks.length === 0 && verdict.reason ? `  ${verdict.reason}` : ''}`,
  );
  if (verdict.state === 'left-out' && verdict.next) terminal.print(`    next: ${verdict.next}`);
  const failed = verdict.checks.filter((check) => check.status === 'failed');
  if (failed.length > 0) terminal.print(renderChecks(failed));
  if (skipped > 0) terminal.print(terminal.faint(renderSkipped(verdict.checks)));
}
