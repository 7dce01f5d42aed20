import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTool } from '../../load/install.ts';
import { systemToolEffects } from '../../load/tool-effects.ts';
import { runCommand } from '../../process/command.ts';
import { which } from '../../process/which.ts';
import { type ExitCode, exitCodes, type PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Command, Invocation } from '../command.ts';
import { dependsOnUser, runsSideBySide, testFiles } from './test-files.ts';

/** Names on Debian and others; PITWALL_CHROMIUM sets another. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
const INSTALL_SECONDS = 600;
const CHECK_SECONDS = 600;

/**
 * The tests use real servers, databases and loaders on a shared machine. A file that failed runs once more by
 * itself; if it then passes, it is reported as unsteady, never ignored. More failed files than these have
 * failed for a reason.
 */
const MOST_FILES_AGAIN = 3;
const FAILED_FILES_REPORTER = fileURLToPath(new URL('../../../bin/failed-files.mjs', import.meta.url));

export const test: Command = {
  name: 'test',
  summary: 'set up, then check format, types, unused code, schema drift and results, and run all tests',
  takes: '[file...]',
  details: `Named files run alone, once, without the checks. In a run of all tests, up to ${MOST_FILES_AGAIN} files that
failed run once more by themselves; those that pass only then are reported at the end as unsteady.
If root runs them, .ci/as-ordinary-user runs those that depend on the user as another user.`,
  options: {
    'ordinary-user': {
      type: 'boolean',
      help: 'run only the tests that depend on the user, without the checks; not as root',
    },
  },
  async run(invocation) {
    const { repository, arguments: files, options, signal } = invocation;
    const { root } = repository;
    if (options['ordinary-user'] && process.getuid?.() === 0) throw notForRoot();
    if (files.length > 0) {
      const { passed } = await runTests(root, files, 1, signal);
      return passed ? exitCodes.ok : exitCodes.failed;
    }
    if (options['ordinary-user'])
      return runAll(
        invocation,
        testFiles(root).filter((file) => dependsOnUser(root, file)),
      );
    await ensureBrowser(invocation);
    await ensureTools(invocation);
    if (!(await passChecks(invocation))) return exitCodes.failed;
    return runAll(invocation, testFiles(root));
  },
};

/** Runs all of these, in parallel or one by one, and those that failed once more. */
async function runAll(
  { repository, terminal, signal }: Invocation,
  tests: readonly string[],
): Promise<ExitCode> {
  const groups = Object.groupBy(tests, (file) => (runsSideBySide(file) ? 'side by side' : 'one by one'));
  const failed: string[] = [];
  let told = true;
  for (const how of ['side by side', 'one by one'] as const) {
    const group = groups[how] ?? [];
    if (group.length === 0) continue;
    terminal.print(`\nTests in ${group.length} files, ${how}`);
    const filesAtOnce = how === 'one by one' ? 1 : availableParallelism();
    const ended = await runTests(repository.root, group, filesAtOnce, signal);
    if (!ended.passed) terminal.print(`✖ some of the tests that run ${how} failed`);
    failed.push(...ended.failedFiles);
    // If node --test itself crashed, it is unknown what has failed.
    told &&= ended.passed || ended.failedFiles.length > 0;
  }
  if (!told || signal.aborted || failed.length > MOST_FILES_AGAIN) return exitCodes.failed;
  if (failed.length === 0) return exitCodes.ok;
  terminal.print(`\nTests in ${failed.length} files that failed, once more`);
  const again = await runTests(repository.root, failed, 1, signal);
  for (const file of failed) {
    const twice = again.failedFiles.includes(file);
    terminal.print(twice ? `✖ ${file}: failed twice` : `⚠ ${file}: unsteady, passed only the second time`);
  }
  return again.passed ? exitCodes.ok : exitCodes.failed;
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

async function passChecks(invocation: Invocation): Promise<boolean> {
  const bin = (name: string): string => join(invocation.repository.root, 'node_modules/.bin', name);
  const bench = [process.execPath, ...process.execArgv, join(invocation.repository.root, 'bench/src/cli.ts')];
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
      cwd: invocation.repository.root,
      environment: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
      timeoutSeconds: CHECK_SECONDS,
      signal: invocation.signal,
    }),
  );
  const outputs = await Promise.all(running);
  let passed = true;
  for (const [index, output] of outputs.entries()) {
    const [name, , next] = checks[index] as (typeof checks)[number];
    const ok = output.exitCode === 0;
    passed &&= ok;
    invocation.terminal.print(`${ok ? '✔' : '✖'} ${name} (${output.seconds.toFixed(1)} s)`);
    if (!ok) invocation.terminal.print(`${output.stdout}${output.stderr}\nnext: ${next}`);
  }
  return passed;
}

/** Installs a browser if necessary; reports that the browser tests are skipped if there is none. */
async function ensureBrowser({ terminal, signal, environment }: Invocation): Promise<void> {
  if (environment.PITWALL_CHROMIUM || BROWSERS.some((name) => which(name))) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!which('apt-get') || (asRoot.length > 0 && !which('sudo'))) {
    terminal.note('No browser and no way to install one: the browser tests are skipped.');
    return;
  }
  terminal.step("installing chromium from the system's packages (once)");
  const apt = (...words: string[]) =>
    runCommand(
      [
        ...asRoot,
        'env',
        'DEBIAN_FRONTEND=noninteractive',
        'apt-get',
        '-o',
        'DPkg::Lock::Timeout=60',
        ...words,
      ],
      {
        timeoutSeconds: INSTALL_SECONDS,
        signal,
      },
    );
  const install = (): ReturnType<typeof apt> =>
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  let done = await install();
  if (done.exitCode !== 0) {
    await apt('update');
    done = await install();
  }
  if (done.exitCode !== 0) terminal.note('chromium could not be installed: the browser tests are skipped.');
}

/** Tools that come in packages; oha takes minutes to build, so its live tests run only where it is there. */
const TEST_TOOLS: readonly string[] = ['wrk', 'hyperfine'];

async function ensureTools({ terminal, signal }: Invocation): Promise<void> {
  for (const name of TEST_TOOLS) {
    const tool = await installTool(name, systemToolEffects, {
      signal,
      onLine: (line) => terminal.detail(line),
    });
    if (tool.state === 'missing') {
      terminal.note(`No ${name}: the tests that need it are skipped. next: ${tool.next}`);
    }
  }
}

async function runTests(
  root: string,
  tests: readonly string[],
  filesAtOnce: number,
  signal: AbortSignal,
): Promise<{ passed: boolean; failedFiles: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-tests-'));
  const list = join(folder, 'failed');
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
          `--test-reporter=${FAILED_FILES_REPORTER}`,
          `--test-reporter-destination=${list}`,
          ...tests,
        ],
        {
          cwd: root,
          stdio: ['ignore', 'inherit', 'inherit'],
          env: { ...process.env, NODE_OPTIONS: '' },
        },
      );
      signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
      child.on('exit', (code) => resolve(code === 0));
    });
    const failed = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
    return { passed, failedFiles: [...new Set(failed)].map((file) => relative(root, file)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
