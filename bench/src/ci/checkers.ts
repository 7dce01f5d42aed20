import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../process/apt-install.ts';
import { runCommand } from '../process/command.ts';
import { systemPath, which } from '../process/which.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import type { Repository } from '../util/repository.ts';

/** Programs that check workflows, Dockerfiles and scripts, on PATH or in the project's own folder. */
export const checkerNames = ['actionlint', 'zizmor', 'hadolint', 'shellcheck', 'act'] as const;
export type CheckerName = (typeof checkerNames)[number];

/** The command that installs missing checkers. */
export const CHECKERS_NEXT = 'npm run bench -- ci tools';
const INSTALL_SECONDS = 900;
/** The module whose go.mod names the versions of the following programs, and go.sum the digests; for Dependabot. */
const GO_MODULE = '.github/checkers';
const GO_PACKAGES: Readonly<Partial<Record<CheckerName, string>>> = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint',
  act: 'github.com/nektos/act',
};
/** Versions and digests of the other checkers; Dependabot reads this file. */
const REQUIREMENTS = '.github/checkers/requirements.txt';

function binOf(repository: Repository): string {
  return join(repository.cache, 'tools', 'checkers', 'bin');
}

/** Returns the path of a checker, or `null` if it is not installed. */
export function findChecker(repository: Repository, name: CheckerName): string | null {
  return which(name, systemPath([binOf(repository)]));
}

/** Installs those of `names` that are missing. Throws a PitwallError if an installer is missing or fails. */
export async function installCheckers(
  repository: Repository,
  signal: AbortSignal,
  onStep: (text: string) => void,
  names: readonly CheckerName[] = checkerNames,
): Promise<void> {
  const missing = names.filter((name) => findChecker(repository, name) === null);
  const run = async (command: string[], environment: Record<string, string> = {}): Promise<void> => {
    onStep(command.join(' '));
    const result = await runCommand(command, {
      cwd: repository.root,
      environment: { ...process.env, ...environment },
      timeoutSeconds: INSTALL_SECONDS,
      signal,
    });
    if (result.exitCode !== 0) throw notInstalled(command, tailOf(`${result.stdout}\n${result.stderr}`, 6));
  };
  const bin = binOf(repository);
  mkdirSync(bin, { recursive: true });
  if (missing.some((name) => GO_PACKAGES[name] === undefined)) {
    const folder = join(bin, '..');
    await run(['python3', '-m', 'venv', folder]);
    await run([
      join(bin, 'pip'),
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--require-hashes',
      '-r',
      REQUIREMENTS,
    ]);
  }
  for (const name of missing) {
    const path = GO_PACKAGES[name];
    if (path !== undefined) await run(['go', '-C', GO_MODULE, 'install', path], { GOBIN: bin, GOFLAGS: '' });
  }
}

function notInstalled(command: readonly string[], seen: string): PitwallError {
  return new PitwallError({
    what: 'Cannot install a checker',
    where: command.join(' '),
    expected: 'exit code 0',
    seen,
    next: `On Debian or Ubuntu: ${aptInstall('python3-venv golang-go shellcheck')}, then try again`,
    exitCode: exitCodes.missing,
  });
}
