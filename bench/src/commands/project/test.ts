import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { commitCount } from '../../catalog/touched.ts';
import { checkerNames } from '../../ci/checkers.ts';
import { runCommand } from '../../process/command.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type ExitCode, exitCodes, type PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { english } from '../../words/index.ts';
import type { Command, CommandContext } from '../command.ts';
import {
  dependsOnUser,
  filesAtOnce,
  groupOf,
  isRunByAct,
  longestFirst,
  TURNS,
  testFiles,
  testGroups,
  turnOf,
  WHOLE_VARIABLE,
} from './test-files.ts';
import {
  failedFiles,
  failureSummary,
  readOutcomes,
  skippedSummary,
  slowestSummary,
  type TestOutcome,
} from './test-summary.ts';
import { installForTests } from './test-tools.ts';

const CHECK_SECONDS = 600;

/**
 * The tests use real servers, databases and loaders on a shared machine. A file that failed runs once more by
 * itself; if it then passes, it is reported as unsteady, never ignored. More failed files than these have
 * failed for a reason.
 */
const MOST_FILES_AGAIN = 3;
const RUN_TESTS = fileURLToPath(new URL('../../../bin/run-tests.mjs', import.meta.url));

export const test: Command = {
  name: 'test',
  summary: 'set up, then check format, types, unused code, schema drift and results, and run the tests',
  takes: '[file...]',
  details: [
    'Without --all, tests of whole runs, comparisons and workflows are left out: each takes a minute or more.',
    `--rotate runs one in ${TURNS.length} of them, and with each commit the next, so that ${TURNS.length} commits run all.`,
    `Named files run alone, once, without the checks. In a run of all tests, up to ${MOST_FILES_AGAIN} files that failed run once more by themselves; those that pass only then are reported at the end as unsteady, with what failed first.`,
    'The end also names what was skipped, for want of what, and the command that would bring it.',
    'If root runs them, .ci/as-ordinary-user runs those that depend on the user as another user.',
  ].join('\n'),
  options: {
    all: {
      type: 'boolean',
      help: 'run the tests of whole runs and workflows too, and build the tools that they need',
    },
    rotate: {
      type: 'boolean',
      excludes: ['all'],
      help: 'also run those tests of whole runs and workflows whose turn it is at this commit',
    },
    'ordinary-user': {
      type: 'boolean',
      help: 'run only the tests that depend on the user, without the checks; not as root',
    },
  },
  async run(invocation) {
    const { repository, arguments: files, options, signal, terminal } = invocation;
    const { root } = repository;
    const all = options.all === true;
    const turn = options.rotate ? await turnAt(root) : null;
    // What takes minutes to build is built, and tested, in the last turn.
    const runsLong = all || turn === TURNS.length - 1;
    if (options['ordinary-user'] && process.getuid?.() === 0) throw notForRoot();
    if (files.length > 0) {
      const { passed } = await runTests(root, files, { atOnce: 1, runsLong: true, signal });
      return passed ? exitCodes.ok : exitCodes.failed;
    }
    const began = performance.now();
    const chosen = testFiles(root).filter((file) => {
      const own = turnOf(file);
      return all || own === null || own === turn;
    });
    if (options['ordinary-user'])
      return runAll(
        invocation,
        chosen.filter((file) => dependsOnUser(root, file)),
        runsLong,
      );
    const runsWorkflows = chosen.some(isRunByAct);
    const checkers = checkerNames.filter((name) => name !== 'act' || runsWorkflows);
    await installForTests(invocation, { builds: runsLong, checkers: all || turn !== null ? checkers : [] });
    if (!(await passChecks(root, terminal, signal))) return exitCodes.failed;
    const exitCode = await runAll(invocation, chosen, runsLong);
    const left = testFiles(root).length - chosen.length;
    terminal.print(
      [
        `Took ${english.duration((performance.now() - began) / 1_000)}.`,
        ...(left > 0 ? [`${left} files of whole runs and workflows are left for: npm test -- --all`] : []),
      ].join(' '),
    );
    return exitCode;
  },
};

/** Runs these files group by group, then repeats those that failed; says at the end what was skipped. */
async function runAll(
  { repository, terminal, signal }: Omit<CommandContext, 'environment'>,
  tests: readonly string[],
  runsLong: boolean,
): Promise<ExitCode> {
  const groups = Object.groupBy(tests, groupOf);
  const failed: string[] = [];
  const outcomes: TestOutcome[] = [];
  let known = true;
  for (const how of testGroups) {
    const group = longestFirst(groups[how] ?? []);
    if (group.length === 0) continue;
    const began = performance.now();
    const atOnce = filesAtOnce(how, availableParallelism());
    terminal.print(`\nTests in ${group.length} files, ${how}, ${atOnce} at once`);
    const ended = await runTests(repository.root, group, { atOnce, runsLong, signal });
    if (!ended.passed) terminal.print(`✖ some of the tests that run ${how} failed`);
    const seconds = Math.round((performance.now() - began) / 1_000);
    const slowest = slowestSummary(ended.outcomes, (file) => relative(repository.root, file));
    terminal.print(`${how}: ${seconds} s; slowest: ${slowest}`);
    outcomes.push(...ended.outcomes);
    failed.push(...ended.failed);
    // If the program that runs them crashed once all had ended, it is unknown what has failed.
    known &&= ended.passed || ended.failed.length > 0;
  }
  let passed = known && failed.length === 0;
  if (known && failed.length > 0 && failed.length <= MOST_FILES_AGAIN) {
    terminal.print(`\nTests in ${failed.length} files that failed, once more`);
    const again = await runTests(repository.root, failed, { atOnce: 1, runsLong, signal });
    for (const file of failed) {
      const twice = again.failed.includes(file);
      terminal.print(twice ? `✖ ${file}: failed twice` : `⚠ ${file}: unsteady, passed only the second time`);
      const first = failureSummary(outcomes, join(repository.root, file));
      terminal.print(['  The first time:', ...first].join('\n'));
    }
    passed = again.passed;
  } else {
    for (const file of failed) terminal.print(`✖ ${file}: failed`);
  }
  const skipped = skippedSummary(outcomes);
  if (skipped.length > 0) terminal.print(`\n${skipped.join('\n')}`);
  return passed ? exitCodes.ok : exitCodes.failed;
}

/** Returns the turn of the checked-out commit, by the number of commits before it; the first one without git. */
async function turnAt(root: string): Promise<number> {
  return (await commitCount(root).catch(() => 0)) % TURNS.length;
}

function notForRoot(): PitwallError {
  return usageError({
    what: 'These tests would show nothing as root',
    where: 'npm test -- --ordinary-user',
    expected: 'a user who is not root',
    seen: 'root',
    next: 'sudo .ci/as-ordinary-user makes such a user and runs them',
  });
}

async function passChecks(root: string, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const bin = (name: string): string => join(root, 'node_modules/.bin', name);
  const bench = [process.execPath, ...process.execArgv, join(root, 'bench/src/cli.ts')];
  const checks: [string, string[], string][] = [
    ['format and lint', [bin('biome'), 'ci', '.'], 'npm run format'],
    ['types', [bin('tsc'), '-p', '.'], 'npx tsc -p .'],
    ['unused code', [bin('knip')], 'npx knip'],
    ['site types', [bin('astro'), 'check', '--root', 'site'], 'cd site && npx astro check'],
    ['manifests', [...bench, 'validate'], 'npm run bench -- validate'],
    ['schema drift', [...bench, 'schema', '--check'], 'npm run bench -- schema --write'],
    ['committed results', [...bench, 'lint'], 'npm run bench -- lint'],
  ];
  const running = checks.map(([, command]) =>
    runCommand(command, {
      cwd: root,
      environment: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
      timeoutSeconds: CHECK_SECONDS,
      signal,
    }),
  );
  const outputs = await Promise.all(running);
  let passed = true;
  for (const [index, output] of outputs.entries()) {
    const [name, , next] = checks[index] as (typeof checks)[number];
    const ok = output.exitCode === 0;
    passed &&= ok;
    terminal.print(`${ok ? '✔' : '✖'} ${name} (${output.seconds.toFixed(1)} s)`);
    // Biome colours what it writes, even into a pipe.
    if (!ok) terminal.print(`${stripVTControlCharacters(`${output.stdout}${output.stderr}`)}\nnext: ${next}`);
  }
  return passed;
}

async function runTests(
  root: string,
  tests: readonly string[],
  { atOnce, runsLong, signal }: { atOnce: number; runsLong: boolean; signal: AbortSignal },
): Promise<{ passed: boolean; failed: string[]; outcomes: TestOutcome[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-tests-'));
  const list = join(folder, 'outcomes');
  try {
    const passed = await new Promise<boolean>((settle) => {
      const child = spawn(
        process.execPath,
        [...process.execArgv, RUN_TESTS, String(atOnce), list, ...tests],
        {
          cwd: root,
          stdio: ['ignore', 'inherit', 'inherit'],
          env: { ...process.env, NODE_OPTIONS: '', ...(runsLong && { [WHOLE_VARIABLE]: '1' }) },
        },
      );
      signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
      child.on('exit', (code) => settle(code === 0));
    });
    signal.throwIfAborted();
    const outcomes = existsSync(list) ? readOutcomes(readFileSync(list, 'utf8')) : [];
    const failed = failedFiles(
      outcomes,
      tests.map((file) => resolve(root, file)),
    ).map((file) => relative(root, file));
    return { passed: passed && failed.length === 0, failed, outcomes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
