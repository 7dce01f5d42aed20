import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/command.ts';
import { systemPath, which } from '../process/which.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import type { Repository } from '../util/repository.ts';

/** The programs that check workflows, Dockerfiles and scripts: found on PATH or in the project's own folder. */
export const checkerNames = ['actionlint', 'zizmor', 'hadolint', 'shellcheck', 'act'] as const;
export type CheckerName = (typeof checkerNames)[number];

/** The command that gets what is missing. */
export const CHECKERS_NEXT = 'npm run bench -- ci tools';
const INSTALL_SECONDS = 900;
/** As `go install` has it: Dependabot does not read these. */
const GO_PROGRAMS: Readonly<Partial<Record<CheckerName, string>>> = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  act: 'github.com/nektos/act@v0.2.89',
};
/** Versions of the others; Dependabot reads it. */
const REQUIREMENTS = '.github/checkers/requirements.txt';

function binOf(repository: Repository): string {
  return join(repository.cache, 'tools', 'checkers', 'bin');
}

/** Where a checker is; `null` where it is not. */
export function findChecker(repository: Repository, name: CheckerName): string | null {
  return which(name, systemPath([binOf(repository)]));
}

/** Gets those that are not there. Throws a PitwallError where a client is missing or ends badly. */
export async function installCheckers(
  repository: Repository,
  signal: AbortSignal,
  onStep: (text: string) => void,
): Promise<void> {
  const missing = checkerNames.filter((name) => findChecker(repository, name) === null);
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
  if (missing.some((name) => GO_PROGRAMS[name] === undefined)) {
    const folder = join(bin, '..');
    await run(['python3', '-m', 'venv', folder]);
    await run([
      join(bin, 'pip'),
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '-r',
      REQUIREMENTS,
    ]);
  }
  for (const name of missing) {
    const module = GO_PROGRAMS[name];
    if (module !== undefined) await run(['go', 'install', module], { GOBIN: bin, GOFLAGS: '' });
  }
}

function notInstalled(command: readonly string[], seen: string): PitwallError {
  return new PitwallError({
    what: 'A checker cannot be had',
    where: command.join(' '),
    expected: 'exit code 0',
    seen,
    next: 'Debian and Ubuntu: apt-get install python3-venv golang-go shellcheck, then again',
    exitCode: exitCodes.missing,
  });
}
