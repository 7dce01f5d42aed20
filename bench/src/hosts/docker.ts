import { type CommandOptions, type CommandResult, runCommand } from '../process/command.ts';
import { bootId, harnessName, isHarnessAlive } from '../process/proc.ts';
import { which } from '../process/which.ts';
import { exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';

type DockerState =
  | { available: true; engine: string; compose: string }
  | { available: false; reason: string; next: string };

const ASK_SECONDS = 20;

/** Returns the command `docker …` for the engine of a context; `null` is this machine's default engine. */
export function dockerCommand(context: string | null, ...words: readonly string[]): string[] {
  return context === null ? ['docker', ...words] : ['docker', '--context', context, ...words];
}

/** Whether an engine answers and Compose v2 is installed, and if not, how to get them. */
export async function dockerAvailable(context: string | null = null): Promise<DockerState> {
  if (!which('docker')) {
    return {
      available: false,
      reason: 'no docker on PATH',
      next: 'Install Docker: https://docs.docker.com/engine/install/',
    };
  }
  try {
    const engine = await runCommand(dockerCommand(context, 'info', '--format', '{{.ServerVersion}}'), {
      timeoutSeconds: ASK_SECONDS,
    });
    const version = engine.stdout.trim();
    if (engine.exitCode !== 0 || version === '') {
      const reason = `the Docker engine does not answer: ${tailOf(engine.stderr, 1)}`;
      return {
        available: false,
        reason,
        next:
          context === null
            ? 'Start the engine (systemctl start docker) or join the group docker'
            : `List the contexts with: docker context ls; for details: docker --context ${context} info`,
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
    return { available: false, reason: messageOf(error), next: 'For details: docker info' };
  }
}

/** Runs `docker …`; throws a PitwallError if it fails. */
export async function docker(
  words: readonly string[],
  options: CommandOptions & { what: string; context?: string | null },
): Promise<CommandResult> {
  const { what, context = null, ...rest } = options;
  const command = dockerCommand(context, ...words);
  const result = await runCommand(command, { timeoutSeconds: 120, ...rest });
  if (result.exitCode === 0) return result;
  throw new PitwallError({
    what,
    where: command.join(' '),
    expected: 'exit code 0',
    seen: `${result.timedOut ? 'timed out' : `exit code ${result.exitCode}`}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`, 12)}`,
    next: 'Run the command by hand, and check the engine with: docker info',
    exitCode: exitCodes.failed,
  });
}

export const HARNESS_LABEL = 'pitwall.harness';

/** Returns the value of that label, with the boot id on another host, which several machines may share. */
export function harnessLabel(context: string | null): string {
  return context === null ? harnessName() : `${harnessName()}@${bootId()}`;
}

/** Whether the container with this label was left by a harness of this machine that has ended. */
function isOrphaned(label: string): boolean {
  const [harness = '', boot = bootId()] = label.split('@');
  return boot === bootId() && !isHarnessAlive(harness);
}

/** Removes containers whose harness died without cleaning up. What belongs to running harnesses remains. */
export async function sweepContainers(context: string | null = null): Promise<void> {
  const format = `{{.ID}} {{.Label "${HARNESS_LABEL}"}}`;
  const listed = await runCommand(
    dockerCommand(context, 'ps', '-a', '--filter', `label=${HARNESS_LABEL}`, '--format', format),
    { timeoutSeconds: ASK_SECONDS },
  );
  const orphans = listed.stdout
    .split('\n')
    .map((line) => line.trim().split(' '))
    .filter(([id, label]) => id && label && isOrphaned(label))
    .map(([id]) => id as string);
  if (orphans.length === 0) return;
  await runCommand(dockerCommand(context, 'rm', '-f', ...orphans), { timeoutSeconds: 60 });
}

/** Whether the engine has an image of this name. */
export async function imageIsThere(image: string, context: string | null = null): Promise<boolean> {
  const { exitCode } = await runCommand(
    dockerCommand(context, 'image', 'inspect', '--format', '{{.Id}}', image),
    { timeoutSeconds: ASK_SECONDS },
  );
  return exitCode === 0;
}
