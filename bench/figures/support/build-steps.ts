import { buildEnvironment, toolchainPath } from '../../src/launch/toolchains.ts';
import { runCommand } from '../../src/process/command.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { tailOf } from '../../src/util/lines.ts';
import { repository } from '../../src/util/repository.ts';

const BUILD_MINUTES = 30;

interface Build {
  folder: string;
  /** What is built, for errors: `TechEmpower's Go/gin`. */
  label: string;
  /** What to do if it fails. */
  next: string;
  environment?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Runs commands one after the other with the toolchains of this machine; throws if one fails. */
export async function runBuild(
  commands: readonly (readonly string[])[],
  { folder, label, next, environment = {}, signal }: Build,
): Promise<void> {
  const path = toolchainPath(repository.root);
  for (const command of commands) {
    const result = await runCommand(command, {
      cwd: folder,
      environment: { ...buildEnvironment(path), ...environment },
      timeoutSeconds: BUILD_MINUTES * 60,
      signal,
      label: `the build of ${label}`,
    });
    if (result.exitCode === 0 && !result.timedOut) continue;
    throw new PitwallError({
      what: `The build of ${label} failed`,
      where: command.join(' '),
      expected: result.timedOut ? `a build within ${BUILD_MINUTES} minutes` : 'exit code 0',
      seen: `exit code ${result.exitCode}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`, 12)}`,
      next,
    });
  }
}
