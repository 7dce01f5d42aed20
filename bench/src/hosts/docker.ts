import { type CommandOptions, type CommandResult, runCommand } from '../process/command.ts';
import { bootId, harnessName, isHarnessAlive } from '../process/proc.ts';
import { which } from '../process/which.ts';
import { exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';

type DockerState =
  | { available: true; engine: string; compose: string }
  | { available: false; reason: string; next: string };

const ASK_SECONDS = 20;

/** `docker …` for the engine of a context; `null` is the one that this machine talks to by itself. */
export function dockerCommand(context: string | null, ...words: readonly string[]): string[] {
  return context === null ? ['docker', ...words] : ['docker', '--context', context, ...words];
}

/** Whether there is an engine that answers and Compose v2 beside it, and if not, what would bring it. */
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
            : `docker context ls lists contexts; docker --context ${context} info shows more`,
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
    seen: `${result.timedOut ? 'no end in time' : `exit code ${result.exitCode}`}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`, 12)}`,
    next: 'Run the command by hand; docker info shows whether the engine is well',
    exitCode: exitCodes.failed,
  });
}

export const HARNESS_LABEL = 'pitwall.harness';

/** What that label says: on an engine of another host, where harnesses of several machines may meet, of which boot too. */
export function harnessLabel(context: string | null): string {
  return context === null ? harnessName() : `${harnessName()}@${bootId()}`;
}

/** Whether a container with that label was left by a harness of this machine that has ended. */
function isOrphaned(label: string): boolean {
  const [harness = '', boot = bootId()] = label.split('@');
  return boot === bootId() && !isHarnessAlive(harness);
}

/** Removes containers whose harness died without warning. Those of living harnesses are left alone. */
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
  if (orphans.length > 0)
    await runCommand(dockerCommand(context, 'rm', '-f', ...orphans), { timeoutSeconds: 60 });
}

/** Whether the engine has an image of that name. */
export async function imageIsThere(image: string, context: string | null = null): Promise<boolean> {
  const { exitCode } = await runCommand(
    dockerCommand(context, 'image', 'inspect', '--format', '{{.Id}}', image),
    { timeoutSeconds: ASK_SECONDS },
  );
  return exitCode === 0;
}
