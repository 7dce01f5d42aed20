import { buildsOf, type TargetVariant } from '../../catalog/targets.ts';
import { expectedBuildSeconds } from '../../launch/index.ts';
import type { Bench, Preparing } from '../../measure/bench.ts';
import { verifyLateStart } from '../../measure/late-start.ts';
import { buildTarget, leftOutBy, verifyVariant } from '../../measure/prepare.ts';
import {
  type DatabaseKind,
  databaseKinds,
  databaseTitles,
  type ScenarioId,
  scenarioOf,
} from '../../model/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exitCodes } from '../../util/errors.ts';
import type { CheckResult } from '../../verify/checks/check.ts';
import { renderChecks, renderSkipped } from '../../verify/checks/render-checks.ts';
import { english, plural } from '../../words/index.ts';
import { type Command, jsonOption, launcherOption, wholeNumberOption } from '../command.ts';
import { chosenVariants, sinceOptions } from './chosen.ts';
import { launcherOf, type MeasuringSession, openSession } from './session.ts';

/** Scenarios that nobody checked, because their database is not available here. */
interface Unchecked {
  database: DatabaseKind;
  scenarios: ScenarioId[];
}

interface VerifiedVariant {
  target: string;
  /** `incomplete` if all checks passed that could be made, and some could not. */
  state: 'passed' | 'incomplete' | 'failed' | 'left-out';
  reason: string | null;
  next: string | null;
  checks: CheckResult[];
  unchecked: Unchecked[];
}

/** A variant for which `--minutes` left no time. */
type NotBegun = Omit<VerifiedVariant, 'state'> & { state: 'not-begun' };

/** Seconds that starting and checking one variant takes. */
const VERIFY_SECONDS = 8;

export const verify: Command = {
  name: 'verify',
  summary: 'build targets and check them against the contract',
  takes: '[target...]',
  details: [
    'Ends with a line `N passed, N failed, N skipped` that counts target variants. Where a database is not available,',
    'the line also counts the variants that were not checked in full, and the exit code is 1. It is 3 if this machine',
    'can build none of them.',
  ].join(' '),
  options: {
    ...launcherOption,
    strict: { type: 'boolean', help: 'count a target that this machine cannot build as failed' },
    ...sinceOptions,
    minutes: {
      type: 'string',
      value: '<n>',
      help: 'start no further target after this many minutes; the rest are named',
    },
    ...jsonOption,
  },
  async run(invocation) {
    const { repository, terminal, options, arguments: names } = invocation;
    const { targetVariants, why } = await chosenVariants(repository, names, options);
    if (why !== null) terminal.note(why);
    const minutes = wholeNumberOption(options, 'minutes', 1, 1_440) ?? Number.POSITIVE_INFINITY;
    if (targetVariants.length > 1) {
      const cache = launcherOf(options) === 'compose' ? null : repository.cache;
      terminal.note(howMuch(targetVariants, cache, names.length === 0));
    }
    const kinds = databaseKinds.filter((kind) =>
      targetVariants.some(({ target }) => target.manifest.databaseAccess[kind]),
    );
    const session = await openSession(invocation, {
      launcher: launcherOf(options),
      tools: [],
      databases: kinds,
    });
    try {
      const verdicts: VerifiedVariant[] = [];
      const started = performance.now();
      let left: string[] = [];
      for (const [index, targetVariant] of targetVariants.entries()) {
        if (performance.now() - started > minutes * 60_000) {
          left = targetVariants.slice(index).map(({ name }) => name);
          terminal.note(`Time is up after ${minutes} minutes; not verified: ${left.join(', ')}`);
          break;
        }
        const verdict = await verifyOne(session, targetVariant);
        verdicts.push(verdict);
        if (!options.json) show(verdict, terminal);
      }
      const late = left.map((name) => notBegun(name, minutes));
      if (options.json) terminal.print(JSON.stringify([...verdicts, ...late], null, 2));
      else terminal.print(summaryOf(verdicts, left.length));
      const number = (state: VerifiedVariant['state']): number => numberOf(verdicts, state);
      const wrong = number('failed') + number('incomplete') + (options.strict ? number('left-out') : 0);
      if (number('incomplete') > 0) explainExitCode(terminal, session.missingDatabases);
      if (wrong > 0) return exitCodes.failed;
      const isNothingChecked = verdicts.length > 0 && number('left-out') === verdicts.length;
      return isNothingChecked ? exitCodes.missing : exitCodes.ok;
    } finally {
      await session.close();
    }
  },
};

/** Says to programs what the last line says to people: without it, they would take the others for all. */
export function notBegun(target: string, minutes: number): NotBegun {
  return {
    target,
    state: 'not-begun',
    reason: `the time was up after ${plural(minutes, 'minute')}`,
    next: `npm run bench -- verify ${target}`,
    checks: [],
    unchecked: [],
  };
}

function numberOf(verdicts: readonly VerifiedVariant[], state: VerifiedVariant['state']): number {
  return verdicts.filter((verdict) => verdict.state === state).length;
}

/** `2 passed, 1 not checked in full, 0 failed, 0 skipped`: a program finds the first number in any case. */
function summaryOf(verdicts: readonly VerifiedVariant[], notBegun: number): string {
  const number = (state: VerifiedVariant['state']): number => numberOf(verdicts, state);
  return [
    `${number('passed')} passed`,
    ...(number('incomplete') > 0 ? [`${number('incomplete')} not checked in full`] : []),
    `${number('failed')} failed`,
    `${number('left-out')} skipped`,
    ...(notBegun > 0 ? [`${notBegun} not begun in time`] : []),
  ].join(', ');
}

function explainExitCode(terminal: Terminal, missingDatabases: MeasuringSession['missingDatabases']): void {
  const missing = missingDatabases.map(({ kind }) => databaseTitles[kind]).join(' and ');
  terminal.note(
    `Without ${missing} not everything could be checked, so the exit code is ${exitCodes.failed}.`,
  );
  for (const { error } of missingDatabases) terminal.note(`    next: ${error.next}`);
}

/**
 * Says what a long verification will do.
 *
 * @param cache where builds are kept; `null` for images, whose cache only the engine knows
 * @param all whether no target was named
 */
function howMuch(targetVariants: readonly TargetVariant[], cache: string | null, all: boolean): string {
  const builds = buildsOf(targetVariants);
  const ahead = cache === null ? [] : builds;
  const seconds = cache === null ? [] : builds.map((target) => expectedBuildSeconds(cache, target));
  const total = seconds.reduce((sum, one) => sum + one, 0) + targetVariants.length * VERIFY_SECONDS;
  const toBuild = seconds.filter((one) => one > 0).length;
  const minutes = Math.max(1, Math.ceil(total / 60));
  return [
    `Verifying ${plural(targetVariants.length, 'variant')} of ${plural(new Set(targetVariants.map(({ target }) => target.id)).size, 'target')}`,
    ahead.length === 0 ? '' : ` (${toBuild} of ${builds.length} builds to do)`,
    `: about ${english.duration(minutes * 60)} if all toolchains are here.`,
    all ? ' One alone: npm run bench -- verify go/gin' : '',
  ].join('');
}

async function verifyOne(
  bench: Omit<Preparing, 'repository' | 'loaders' | 'loadRunner'>,
  targetVariant: TargetVariant,
): Promise<VerifiedVariant> {
  bench.report({ kind: 'step', text: `verifying ${targetVariant.name}` });
  const outcome = await buildTarget(bench, targetVariant.target);
  if ('leftOut' in outcome) {
    if (outcome.error) bench.report({ kind: 'problem', target: targetVariant.name, error: outcome.error });
    const { step, reason, next } = outcome.leftOut;
    const state = step === 'left-out' ? 'left-out' : 'failed';
    return { target: targetVariant.name, state, reason, next, checks: [], unchecked: [] };
  }
  const { built } = outcome;
  const { checks, leftOut: wrong, error } = await verifyVariant(bench, targetVariant, built);
  if (error) bench.report({ kind: 'problem', target: targetVariant.name, error });
  const late = wrong ? [] : await verifyLateStart(bench, targetVariant, built);
  const leftOut =
    wrong ??
    leftOutBy(
      late.filter(({ status }) => status === 'failed'),
      targetVariant,
    );
  const unchecked = uncheckedOf(bench.databases, targetVariant);
  return {
    target: targetVariant.name,
    state: leftOut ? 'failed' : unchecked.length > 0 ? 'incomplete' : 'passed',
    reason: leftOut?.reason ?? (unchecked.length > 0 ? unchecked.map(wordsOf).join('; ') : null),
    next: leftOut?.next ?? null,
    checks: [...checks, ...late],
    unchecked,
  };
}

function uncheckedOf(databases: Bench['databases'], { target }: TargetVariant): Unchecked[] {
  return databaseKinds.flatMap((database) => {
    const scenarios = target.manifest.scenarios.filter((id) => scenarioOf(id).database === database);
    return databases[database] === undefined && scenarios.length > 0 ? [{ database, scenarios }] : [];
  });
}

/** `account-insert, account-get: not checked, no MySQL` */
function wordsOf({ database, scenarios }: Unchecked): string {
  return `${scenarios.join(', ')}: not checked, no ${databaseTitles[database]}`;
}

function show(verdict: VerifiedVariant, terminal: Terminal): void {
  const sign = {
    passed: terminal.good('✓'),
    incomplete: terminal.warn('–'),
    failed: terminal.bad('✗'),
    'left-out': terminal.warn('–'),
  }[verdict.state];
  const of = (status: CheckResult['status']): CheckResult[] =>
    verdict.checks.filter((check) => check.status === status);
  const [passed, skipped, failed] = [of('passed'), of('skipped'), of('failed')];
  const scenarios = verdict.unchecked.flatMap((one) => one.scenarios).length;
  const counted =
    verdict.checks.length > 0
      ? [
          `  ${passed.length} of ${verdict.checks.length} checks`,
          ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
          ...(scenarios > 0 ? [`${plural(scenarios, 'scenario')} not checked`] : []),
        ].join(', ')
      : `  ${withoutChecks(verdict)}`;
  // A server that ended had perhaps failed no check.
  const also = verdict.state === 'failed' && failed.length === 0 && passed.length > 0;
  const why = also ? `, but ${withoutChecks(verdict)}` : '';
  terminal.print(`${sign} ${terminal.strong(verdict.target)}${counted}${why}`);
  if (verdict.state === 'left-out' && verdict.next) terminal.print(`    next: ${verdict.next}`);
  if (failed.length > 0) terminal.print(renderChecks(failed));
  if (skipped.length > 0) terminal.print(terminal.faint(renderSkipped(verdict.checks)));
  for (const one of verdict.unchecked) terminal.print(terminal.warn(`    – ${wordsOf(one)}`));
}

/** Why there are no checks: an error has been shown just above, with all that was seen. */
function withoutChecks({ state, reason }: VerifiedVariant): string {
  return (state === 'failed' ? reason?.split(': ')[0] : reason) ?? '';
}
