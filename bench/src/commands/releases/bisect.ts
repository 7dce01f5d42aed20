import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { costRatios } from '../../analysis/verdict.ts';
import { readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { digestSources } from '../../launch/files-digest.ts';
import { loadersOf } from '../../load/loaders.ts';
import { whileMeasuring } from '../../measure/bench.ts';
import { CANARY_LOAD, openCanary } from '../../measure/canary.ts';
import { DUET_LOAD } from '../../measure/duet/comparison-plan.ts';
import type { DuetSide } from '../../measure/duet/measure-duet.ts';
import { parseSide } from '../../measure/duet/side-name.ts';
import { ecosystemOf } from '../../measure/packages/lock-file.ts';
import { movingWith } from '../../measure/packages/moving.ts';
import { resolvePin } from '../../measure/packages/pinned-package.ts';
import {
  type BisectEffects,
  type Bisection,
  type BisectStep,
  bisectReleases,
} from '../../measure/releases/bisect.ts';
import { openKeptPairs } from '../../measure/releases/kept-pairs.ts';
import {
  beginRelease,
  type FailedRelease,
  isFailed,
  prepareRelease,
} from '../../measure/releases/measure-release.ts';
import { askRegistry } from '../../measure/releases/registry.ts';
import type { Scenario } from '../../model/index.ts';
import { BISECT_LOOKS, type PairedEffect } from '../../stats/index.ts';
import { type ExitCode, exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { compareVersions } from '../../util/versions.ts';
import { plural } from '../../words/index.ts';
import { type Command, type Invocation, jsonOption, seedOf } from '../command.ts';
import { scenarioNamed } from '../measuring/scenario-option.ts';
import { openSession, requireAllDatabases, requireTool } from '../measuring/session.ts';

export const bisect: Command = {
  name: 'bisect',
  summary: 'find the release of a package that a change in cost came with',
  takes: '<target@package=from..to>',
  details: [
    'Measures the two ends side by side, then halves what lies between, and confirms the release that is left beside the',
    'one before it. The chance that the wrong one is named is at most 5 % over all questions. Releases that do not build',
    'are passed over. With --commits, commits of a Go module take the place of its releases. One that is stopped goes on',
    'where it was if the same command follows within a day.',
  ].join(' '),
  options: {
    scenario: { type: 'string', value: '<id>', help: 'scenario to measure (default: json)' },
    commits: {
      type: 'string',
      value: '<file>',
      help: 'commits between the two ends, the oldest first, one a line: git log --first-parent --reverse --format=%H from..to',
    },
    seed: { type: 'string', value: '<n>', help: 'seed of all random orders (default: from the clock)' },
    ...jsonOption,
  },
  async run(invocation) {
    const { options, terminal, arguments: names } = invocation;
    const question = await questionOf(invocation, names[0] ?? '');
    terminal.note(`${question.versions.length} versions from ${question.from} to ${question.to}`);
    const found = await carriedOut(invocation, question);
    requireMeasured(found, question);
    terminal.print(options.json ? JSON.stringify(found, null, 2) : shown(found, question));
    return exitOf(found);
  },
};

interface Question {
  /** `go/gin:raw` */
  side: string;
  /** The digest of the target's folder. */
  sources: string;
  package: string;
  /** Packages that move to the same versions. */
  together: string[];
  from: string;
  to: string;
  versions: string[];
}

async function questionOf(
  invocation: Omit<Invocation, 'arguments' | 'terminal'>,
  text: string,
): Promise<Question> {
  const { repository, options, environment, signal } = invocation;
  const [, before = '', from = '', to = ''] = /^(.+[=@:])v?([^=.][^=]*?)\.\.v?([^=.][^=]*)$/.exec(text) ?? [];
  const read = before === '' ? null : parseSide(`${before}${from}`);
  const [pin, ...others] = read?.pins ?? [];
  if (read === null || pin === undefined || others.length > 0 || read.revision !== null) throw invalid(text);
  const [targetVariant] = selectVariants(readTargets(repository), [read.target]);
  if (targetVariant === undefined || !read.target.includes('/')) throw invalid(text);
  const { target } = targetVariant;
  requireServed(targetVariant, scenarioNamed(String(options.scenario ?? 'json')));
  const { package: name, runtime } = resolvePin(target, pin);
  const side = targetVariant.name;
  const sources = digestSources(target.folder);
  if (options.commits !== undefined) {
    if (ecosystemOf(target) !== 'go' || runtime !== null) throw notOfGo(name);
    const commits = commitsIn(String(options.commits));
    return { side, sources, package: name, together: [], from, to, versions: [from, ...commits, to] };
  }
  const ecosystem = runtime === null ? ecosystemOf(target) : 'runtime';
  const listed = await askRegistry({ ecosystem, name, folder: target.folder, environment, signal });
  for (const end of [from, to]) {
    const release = listed.find(({ version }) => version === end);
    if (release === undefined || release.leftOut?.code === 'withdrawn')
      throw noSuchEnd(
        name,
        end,
        release?.leftOut?.reason ?? 'no such release',
        listed.map(({ version }) => version),
      );
  }
  const between = listed.flatMap(({ version, leftOut }) =>
    leftOut === null && compareVersions(version, from) > 0 && compareVersions(version, to) < 0
      ? [version]
      : [],
  );
  if (compareVersions(from, to) >= 0) throw invalid(text);
  const together = runtime === null ? movingWith(target, name) : [];
  return { side, sources, package: name, together, from, to, versions: [from, ...between, to] };
}

function requireServed({ name, target }: TargetVariant, { id }: Scenario): void {
  if (target.manifest.scenarios.includes(id)) return;
  throw usageError({
    what: 'The target does not serve the scenario',
    where: `--scenario ${id}`,
    expected: target.manifest.scenarios.join(', '),
    seen: `${id}, which ${name} does not list`,
    next: 'Name another scenario',
  });
}

/** Reads what `git log --format=%H` or `--oneline` wrote; throws a PitwallError if there is no commit in it. */
function commitsIn(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const commits = (text ?? '').split('\n').flatMap((line) => /^([0-9a-f]{7,40})\b/.exec(line)?.[1] ?? []);
  if (commits.length > 0) return commits;
  throw usageError({
    what: 'The file names no commits',
    where: `--commits ${file}`,
    expected: 'commits, the oldest first, one per line',
    seen: text === null ? 'no such file' : 'none',
    next: `Write it in the package's repository: git log --first-parent --reverse --format=%H from..to > ${file}`,
  });
}

function notOfGo(name: string): PitwallError {
  return usageError({
    what: 'Only Go modules can be bisected by commit',
    where: `--commits with ${name}`,
    expected: 'a module of a go.mod',
    seen: name,
    next: 'Leave out --commits to find the release',
  });
}

async function carriedOut(invocation: Omit<Invocation, 'arguments'>, question: Question): Promise<Bisection> {
  const { options, terminal } = invocation;
  const scenario = scenarioNamed(String(options.scenario ?? 'json'));
  const session = await openSession(invocation, {
    launcher: 'process',
    tools: loadersOf([CANARY_LOAD, DUET_LOAD]),
    databases: scenario.database === null ? [] : [scenario.database],
  });
  try {
    requireAllDatabases(session);
    requireTool(session, DUET_LOAD.loader, 'comparison');
    const canary = await openCanary(session);
    const seed = seedOf(options);
    const sides = new Map<string, DuetSide | FailedRelease>();
    const prepared = async (version: string): Promise<DuetSide | FailedRelease> => {
      const names = [question.package, ...question.together];
      const label = [question.side, ...names.map((name) => `${name}=${version}`)].join('@');
      const side = sides.get(version) ?? (await prepareRelease(session, label));
      sides.set(version, side);
      return side;
    };
    const asked = JSON.stringify([session.machine.id, scenario.id, scenario.version, question]);
    const name = createHash('sha256').update(asked).digest('hex').slice(0, 16);
    const kept = openKeptPairs(`${session.repository.cache}/bisections/${name}.json`, asked);
    if (kept.count > 0) terminal.note(`going on; measured before: ${plural(kept.count, 'answer')}`);
    const begun = new Map<string, Awaited<ReturnType<typeof beginRelease>>>();
    const ratios: BisectEffects['ratios'] = async (...asked) => {
      const known = kept.ratios(asked);
      if (known !== null) return known;
      const [base, head, pairs, part] = asked;
      const [before, after] = [await prepared(base), await prepared(head)];
      if (isFailed(before)) return before;
      if (isFailed(after)) return after;
      const key = `${base} ${head} ${part}`;
      const one =
        begun.get(key) ??
        (await beginRelease({
          ...{
            bench: session,
            machine: session.machine.id,
            canary,
            seed,
            pairs: BISECT_LOOKS.at(-1) ?? pairs,
          },
          sides: { base: before, head: after },
          scenarios: [scenario],
        }));
      begun.set(key, one);
      const failure = await one.upTo(pairs);
      if (failure !== null) return failure;
      const measured = one.comparison.cells.flatMap((cell) => costRatios(cell, false));
      kept.keep(asked, measured);
      return measured;
    };
    const effects = { ratios, report: (what: string) => terminal.note(what) };
    const found = await whileMeasuring(session, () => bisectReleases(question.versions, effects));
    kept.forget();
    return found;
  } finally {
    await session.close();
  }
}

/** Throws a PitwallError if the bisection says nothing, because two releases could not be measured side by side. */
export function requireMeasured(
  { state, from, to, steps }: Bisection,
  { package: name }: Pick<Question, 'package'>,
): void {
  if (state !== 'failed') return;
  throw new PitwallError({
    what: 'Two releases of the bisection could not be measured side by side',
    where: `${name} ${to} beside ${from}`,
    expected: 'releases that build, start and keep the contract',
    seen: steps.at(-1)?.reason ?? 'no figure',
    next: 'Name other ends, or correct what it says and run the same command again',
  });
}

function shown({ state, from, to, whole, change, steps }: Bisection, { package: name }: Question): string {
  const lines = steps.map(stepText);
  const all = whole === null ? '' : `, of ${share(whole)} in all`;
  const said = {
    found: `The change came with ${name} ${to}: ${change === null ? '' : share(change)} beside ${from}${all}.`,
    range: `The change lies between ${name} ${from} and ${to}${all}: nothing between them gave an answer.`,
    none: `${name} ${from} and ${to} do not differ, as far as the data show.`,
    failed: `${name} ${from} and ${to} could not be measured side by side.`,
    spread: `The change did not come with one release${all}: ${from} and ${to} hardly differ.`,
  };
  return [...lines, '', said[state]].join('\n');
}

function stepText({ base, head, effect, answer, reason }: BisectStep): string {
  const figure = effect === null ? '' : ` ${share(effect)} in ${effect.pairs} pairs:`;
  return `${head} beside ${base}:${figure} ${answer}${reason === undefined ? '' : ` (${reason.split('\n')[0]})`}`;
}

function share({ ratio, low, high }: PairedEffect): string {
  const one = (value: number): string =>
    `${value >= 1 ? '+' : '−'}${(Math.abs(value - 1) * 100).toFixed(1)} %`;
  return `${one(ratio)} (${one(low)} … ${one(high)})`;
}

function exitOf({ state }: Bisection): ExitCode {
  return state === 'found' || state === 'none' ? exitCodes.ok : exitCodes.failed;
}

function invalid(text: string): PitwallError {
  return usageError({
    what: 'Invalid argument for bisect',
    where: `argument ${text}`,
    expected: '<target>[:variant]@<package>=<older>..<newer>: go/gin@gin=1.10.1..1.12.0',
    seen: text,
    next: 'npm run bench -- bisect --help',
  });
}

function noSuchEnd(name: string, end: string, seen: string, versions: readonly string[]): PitwallError {
  const known = versions.filter((version) => compareVersions(version, end) <= 0).at(-1) ?? versions[0];
  return usageError({
    what: 'An end of the bisection is not available',
    where: `${name} ${end}`,
    expected: 'a release that its registry lists',
    seen,
    next: `Name another one, such as ${known}`,
  });
}
