import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../process/command.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type ExitCode, exitCodes, type PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { english } from '../../words/index.ts';
import type { Command, CommandContext } from '../command.ts';
import { dependsOnUser, groupOf, isWhole, testFiles, testGroups, WHOLE_VARIABLE } from './test-files.ts';
import { readOutcomes, skippedSummary, type TestOutcome } from './test-summary.ts';
import { installForTests } from './test-tools.ts';

const CHECK_SECONDS = 600;

/**
 * The tests use real servers, databases and loaders on a shared machine. A file that failed runs once more by
 * itself; if it then passes, it is reported as unsteady, never ignored. More failed files than these have
 * failed for a reason.
 */
const MOST_FILES_AGAIN = 3;
const OUTCOMES_REPORTER = fileURLToPath(new URL('../../../bin/test-outcomes.mjs', import.meta.url));

export const test: Command = {
  name: 'test',
  summary: 'set up, then check format, types, unused code, schema drift and results, and run the tests',
  takes: '[file...]',
  details: `Without --all, tests of whole runs, comparisons and workflows are left out: each takes a minute or more.
Named files run alone, once, without the checks. In a run of all tests, up to ${MOST_FILES_AGAIN} files that
failed run once more by themselves; those that pass only then are reported at the end as unsteady.
At the end, it lists what was skipped, what was missing, and the command that installs it.
If root runs them, .ci/as-ordinary-user runs those that depend on the user as another user.`,
  options: {
    all: {
      type: 'boolean',
      help: 'run the tests of whole runs and workflows too, and build the tools that they need',
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
    if (options['ordinary-user'] && process.getuid?.() === 0) throw notForRoot();
    if (files.length > 0) {
      const { passed } = await runTests(root, files, { filesAtOnce: 1, all: true, signal });
      return passed ? exitCodes.ok : exitCodes.failed;
    }
    const began = performance.now();
    const chosen = testFiles(root).filter((file) => all || !isWhole(file));
    if (options['ordinary-user'])
      return runAll(
        invocation,
        chosen.filter((file) => dependsOnUser(root, file)),
        all,
      );
    await installForTests(invocation, all);
    if (!(await passChecks(root, terminal, signal))) return exitCodes.failed;
    const exitCode = await runAll(invocation, chosen, all);
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

/** Runs all of these, group by group, and those that failed once more; says at the end what was skipped. */
async function runAll(
  { repository, terminal, signal }: CommandContext,
  tests: readonly string[],
  all: boolean,
): Promise<ExitCode> {
  const groups = Object.groupBy(tests, groupOf);
  const filesAtOnce = { 'side by side': availableParallelism(), 'two at a time': 2, 'one by one': 1 };
  const failed: string[] = [];
  const outcomes: TestOutcome[] = [];
  let known = true;
  for (const how of testGroups) {
    const group = groups[how] ?? [];
    if (group.length === 0) continue;
    terminal.print(`\nTests in ${group.length} files, ${how}`);
    const ended = await runTests(repository.root, group, { filesAtOnce: filesAtOnce[how], all, signal });
    if (!ended.passed) terminal.print(`✖ some of the tests that run ${how} failed`);
    outcomes.push(...ended.outcomes);
    failed.push(...ended.failedFiles);
    // If node --test itself crashed, it is unknown what has failed.
    known &&= ended.passed || ended.failedFiles.length > 0;
    if (signal.aborted) return exitCodes.failed;
  }
  let passed = known && failed.length === 0;
  if (known && failed.length > 0 && failed.length <= MOST_FILES_AGAIN) {
    terminal.print(`\nTests in ${failed.length} files that failed, once more`);
    const again = await runTests(repository.root, failed, { filesAtOnce: 1, all, signal });
    for (const file of failed) {
      const twice = again.failedFiles.includes(file);
      terminal.print(twice ? `✖ ${file}: failed twice` : `⚠ ${file}: unsteady, passed only the second time`);
    }
    passed = again.passed;
  } else {
    for (const file of failed) terminal.print(`✖ ${file}: failed`);
  }
  const skipped = skippedSummary(outcomes);
  if (skipped.length > 0) terminal.print(`\n${skipped.join('\n')}`);
  return passed ? exitCodes.ok : exitCodes.failed;
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
    if (!ok) terminal.print(`${output.stdout}${output.stderr}\nnext: ${next}`);
  }
  return passed;
}

async function runTests(
  root: string,
  tests: readonly string[],
  { filesAtOnce, all, signal }: { filesAtOnce: number; all: boolean; signal: AbortSignal },
): Promise<{ passed: boolean; failedFiles: string[]; outcomes: TestOutcome[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-tests-'));
  const list = join(folder, 'outcomes');
  try {
    const passed = await new Promise<boolean>((resolve) => {
      const child = spawn(
        process.execPath,
        [
          ...process.execArgv,
          '--test',
          `--test-concurrency=${filesAtOnce}`,
          '--test-reporter=spec',
          '--test-reporter-destination=stdout',
          `--test-reporter=${OUTCOMES_REPORTER}`,
          `--test-reporter-destination=${list}`,
          ...tests,
        ],
        {
          cwd: root,
          stdio: ['ignore', 'inherit', 'inherit'],
          env: { ...process.env, NODE_OPTIONS: '', ...(all && { [WHOLE_VARIABLE]: '1' }) },
        },
      );
      signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
      child.on('exit', (code) => resolve(code === 0));
    });
    const outcomes = existsSync(list) ? readOutcomes(readFileSync(list, 'utf8')) : [];
    const failed = outcomes.filter(({ kind }) => kind === 'failed').map(({ file }) => file);
    return { passed, failedFiles: [...new Set(failed)].map((file) => relative(root, file)), outcomes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
