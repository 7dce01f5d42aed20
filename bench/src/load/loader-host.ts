import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../hosts/compose.ts';
import { dockerCommand, imageIsThere } from '../hosts/docker.ts';
import type { MachineSource } from '../machine/machine.ts';
import { socketLimits } from '../machine/socket-limits.ts';
import { runCommand } from '../process/command.ts';
import { unlessZero } from '../process/usage.ts';
import { PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import { shellWord } from '../util/text.ts';
import type { LoadRun, LoadRunner, RanLoad } from './load-runner.ts';
import { loaders } from './loaders.ts';
import type { ToolEffects } from './tool-effects.ts';

/** Sends loads from a separate host: a container waits there, and each load is a command in it. */
export interface LoaderHost extends LoadRunner {
  /** Finds the tools in the container. */
  effects: ToolEffects;
  close(): Promise<void>;
}

interface LoaderHostOptions {
  /** The checkout. */
  root: string;
  context: string;
  /** The host's files, which show what its kernel allows. */
  source: MachineSource;
  processors: readonly number[];
  /** Words for `docker build`. */
  buildFlags: readonly string[];
  signal: AbortSignal;
  onLine?: (line: string) => void;
}

const BUILD_SECONDS = 1_800;
/** Time to start and stop a load over ssh, beyond what the load itself may take. */
const WAY_SECONDS = 30;
const KILL_SECONDS = 5;
const FOLDER = '/tmp';
/** Folders for loads: a duet's two run at once and must not share one. */
const SLOTS = 8;

/**
 * Runs one load. Files arrive on standard input, one after the other, each with its size, because the
 * container can write only to its own folder. `head` reads no more from a pipe than its count. The last line
 * of standard error is what the tool used.
 */
const SCRIPT = `
cd ${FOLDER} && rm -rf "$1" && mkdir "$1" && cd "$1" || exit 125
shift
while [ "$1" != -- ]; do head -c "$2" > "$1"; shift 2; done
shift
TIMEFORMAT='pitwall-used %3U %3S %3R'
time "$@" < /dev/null`;
const USED = /^pitwall-used ([\d.]+) ([\d.]+) ([\d.]+)$/m;

/** Builds the image if it is missing, and starts the container. Throws a PitwallError if either fails. */
export async function openLoaderHost(options: LoaderHostOptions): Promise<LoaderHost> {
  const { root, context, processors, signal } = options;
  const image = await requireImage(options);
  const service = await startService({
    root,
    service: 'loader',
    // The loader listens on no port.
    port: 0,
    variables: { PITWALL_IMAGE: image, PITWALL_PROCESSORS: processors.join(',') },
    context,
    signal,
  });
  const inside = (...words: string[]): string[] => dockerCommand(context, 'exec', service.id, ...words);
  let loads = 0;

  const run = async (load: LoadRun): Promise<RanLoad> => {
    const slot = String(loads++ % SLOTS);
    const command = commandOf(load, `${FOLDER}/${slot}`);
    const sizes = Object.entries(load.files).flatMap(([name, text]) => [
      name,
      String(Buffer.byteLength(text)),
    ]);
    const ran = await runCommand(
      dockerCommand(
        context,
        ...['exec', '--interactive', '--env', 'LC_ALL=C', service.id],
        ...['bash', '-c', SCRIPT, 'load', slot, ...sizes, '--', ...command],
      ),
      {
        input: Object.values(load.files).join(''),
        timeoutSeconds: load.limitSeconds + KILL_SECONDS + WAY_SECONDS,
        signal: load.signal,
        label: `${load.path} on ${context}`,
      },
    ).catch(async (error) => {
      await restart();
      throw error;
    });
    if (ran.timedOut) await restart();
    for (const name of load.outputs ?? [])
      await fetchFile(`${FOLDER}/${slot}/${name}`, join(load.scratch, name));
    const used = USED.exec(ran.stderr)?.slice(1).map(Number);
    const [user = 0, system = 0, seconds = ran.seconds] = used ?? [];
    return {
      stdout: ran.stdout,
      stderr: ran.stderr.replace(USED, '').trimEnd(),
      exitCode: ran.exitCode,
      signal: ran.signal,
      cpuNanoseconds: unlessZero((user + system) * 1e9),
      seconds,
    };
  };

  /**
   * Ends all commands of the container: one that `docker exec` started continues when its end here is gone.
   */
  const restart = async (): Promise<void> => {
    await runCommand(dockerCommand(context, 'restart', '--time', '0', service.id), { timeoutSeconds: 60 });
  };

  /** Writes nothing if the tool left no such file. */
  const fetchFile = async (from: string, to: string): Promise<void> => {
    const { exitCode, stdout } = await runCommand(inside('base64', '-w', '0', from), { timeoutSeconds: 60 });
    if (exitCode === 0) writeFileSync(to, Buffer.from(stdout, 'base64'));
  };

  return {
    limits: () => socketLimits(options.source),
    run,
    effects: {
      run: (command, { timeoutSeconds }) => runCommand(inside(...command), { timeoutSeconds, signal }),
      // The version that a program reports shows whether it is at a path.
      isExecutable: () => true,
      searchPath: ['/usr/local/bin', '/usr/bin'],
      userId: null,
      toolsFolder: '/nowhere',
    },
    async close() {
      await service.stop(0);
    },
  };
}

/**
 * Returns the command under a time limit of its own, so that a load ends even if this machine or the
 * connection to it is gone. The limit also interrupts loads that the tool's own clock cannot end: a signal
 * from here takes longer than a short load.
 */
function commandOf(
  { path, arguments: words, interruptAfterSeconds, limitSeconds, scratch }: LoadRun,
  folder: string,
): string[] {
  const there = words.map((word) => word.replaceAll(scratch, folder));
  const bound = ['timeout', '--preserve-status', '--signal=INT', `--kill-after=${KILL_SECONDS}`];
  return [...bound, String(interruptAfterSeconds ?? limitSeconds), path, ...there];
}

/** Returns the image, named after its inputs: another Dockerfile or loader gives another image. */
async function requireImage({
  root,
  context,
  buildFlags,
  signal,
  onLine,
}: LoaderHostOptions): Promise<string> {
  const folder = join(root, 'bench/loader');
  const tools = toolArguments();
  const inputs = createHash('sha256')
    .update(readFileSync(join(folder, 'Dockerfile')))
    .update(tools.join('\n'))
    .digest('hex');
  const image = loaderImage(inputs);
  if (await imageIsThere(image, context)) return image;
  onLine?.('building the loader’s image: a few minutes, once');
  const command = dockerCommand(context, 'build', ...buildFlags, ...tools, '-t', image, folder);
  const built = await runCommand(command, {
    environment: { ...process.env, DOCKER_BUILDKIT: '1', BUILDKIT_PROGRESS: 'plain' },
    timeoutSeconds: BUILD_SECONDS,
    signal,
    ...(onLine && { onLine }),
    label: 'the loader’s image',
  });
  if (built.exitCode === 0) return image;
  throw new PitwallError({
    what: 'Cannot build the loader’s image',
    where: `bench/loader/Dockerfile, on the host of ${context}`,
    expected: built.timedOut
      ? `a build within ${BUILD_SECONDS / 60} minutes`
      : 'exit code 0 from docker build',
    seen: tailOf(`${built.stdout}\n${built.stderr}`, 12),
    next: `Run it by hand: docker --context ${context} build ${tools.map(shellWord).join(' ')} bench/loader (flags go into PITWALL_BUILD_FLAGS)`,
  });
}

/** Returns how each loader gets into the image: as Debian's package, or built as a crate. */
function toolArguments(): string[] {
  const packages = loaders.filter(({ packaged }) => packaged).map(({ name }) => name);
  const crates = loaders.flatMap(({ packaged, crate }) => (packaged || crate === null ? [] : [crate]));
  const tools = { PACKAGES: packages, CRATES: crates };
  return Object.entries(tools).flatMap(([name, values]) => ['--build-arg', `${name}=${values.join(' ')}`]);
}

function loaderImage(inputs: string): string {
  return `pitwall/loader:${inputs.slice(0, 12)}`;
}
