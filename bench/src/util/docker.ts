import { type CommandOptions, type CommandResult, runCommand } from './command.ts';
import { exitCodes, messageOf, PitwallError } from './errors.ts';
import { tailOf } from './lines.ts';
import { isHarnessAlive } from './proc.ts';
import { which } from './which.ts';

export type DockerState =
  | { available: true; engine: string; compose: string }
  | { available: false; reason: string; next: string };

const ASK_SECONDS = 20;

/** Whether there is an engine that answers and Compose v2 beside it, and if not, what would bring it. */
export async function dockerAvailable(): Promise<DockerState> {
  if (!which('docker')) {
    return {
      available: false,
      reason: 'no docker on PATH',
      next: 'Install Docker: https://docs.docker.com/engine/install/',
    };
  }
  try {
    const engine = await runCommand(['docker', 'info', '--format', '{{.ServerVersion}}'], {
      timeoutSeconds: ASK_SECONDS,
    });
    const version = engine.stdout.trim();
    if (engine.exitCode !== 0 || version === '') {
      const reason = `the Docker engine does not answer: ${tailOf(engine.stderr, 1)}`;
      return {
        available: false,
        reason,
        next: 'Start the engine (systemctl start docker) or join the group docker',
      };
    }
    const compose = await runCommand(['docker', 'compose', 'version', '--short'], {
      timeoutSeconds: ASK_SECONDS,
    });
    if (compose.exitCode !== 0) {
      const next = 'Install the Compose plugin: https://docs.docker.com/compose/install/linux/';
      return { available: false, reason: 'docker has no Compose plugin (v2)', next };
    }
    return { available: true, engine: version, compose: compose.stdout.trim() };
  } catch (error) {
    return { available: false, reason: messageOf(error), next: 'docker info shows more' };
  }
}

/** Runs `docker …`; throws a PitwallError when it fails. */
export async function docker(
  words: readonly string[],
  options: CommandOptions & { what: string },
): Promise<CommandResult> {
  const { what, ...rest } = options;
  const command = ['docker', ...words];
  const result = await runCommand(command, { timeoutSeconds: 120, ...rest });
  if (result.exitCode === 0) return result;
  throw new PitwallError({
    what,
    where: command.join(' '),
    expected: 'exit code 0',
    seen: `${result.timedOut ? 'no end in time' : `exit code ${result.exitCode}`}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`, 12)}`,
    next: 'Run the command by hand; docker info shows whether the engine is well',
    exitCode: exitCodes.failed,
  });
}

export const HARNESS_LABEL = 'pitwall.harness';

/** Removes containers whose harness died without warning. Those of living harnesses are left alone. */
export async function sweepContainers(): Promise<void> {
  const format = `{{.ID}} {{.Label "${HARNESS_LABEL}"}}`;
  const listed = await runCommand(
    ['docker', 'ps', '-a', '--filter', `label=${HARNESS_LABEL}`, '--format', format],
    { timeoutSeconds: ASK_SECONDS },
  );
  const orphans = listed.stdout
    .split('\n')
    .map((line) => line.trim().split(' '))
    .filter(([id, harness]) => id && harness && !isHarnessAlive(harness))
    .map(([id]) => id as string);
  if (orphans.length > 0) await runCommand(['docker', 'rm', '-f', ...orphans], { timeoutSeconds: 60 });
}

/** Whether the engine has an image of that name. */
export async function imageIsThere(image: string): Promise<boolean> {
  const { exitCode } = await runCommand(['docker', 'image', 'inspect', '--format', '{{.Id}}', image], {
    timeoutSeconds: ASK_SECONDS,
  });
  return exitCode === 0;
}
