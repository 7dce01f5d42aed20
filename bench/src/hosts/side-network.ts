import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SocketLimits } from '../machine/socket-limits.ts';
import { type CommandResult, runCommand } from '../process/command.ts';
import { harnessName } from '../process/proc.ts';
import { OPEN_FILES } from '../process/tree/wrapped-command.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { lastLines, lineSplitter, tailOf } from '../util/lines.ts';
import { dockerCommand, HARNESS_LABEL, harnessLabel } from './docker.ts';
import { SHELL_IMAGE } from './host-files.ts';
import { NamespaceClient } from './namespace/client.ts';
import { type InsideOptions, READY } from './namespace/protocol.ts';

/**
 * The network of one side of a comparison: a namespace with a loopback interface and nothing else. The side's
 * servers and databases share it and reach each other on 127.0.0.1. No route leads out of it: not to the other
 * side, not to the host, not to the internet.
 *
 * Loads begin inside, so they go to 127.0.0.1 as in a run and cost what a load over loopback costs; a bridge
 * costs a server some tenth more CPU time a request.
 */
export interface SideNetwork {
  /** The name of the container that holds the namespace. Other containers join it as `container:<name>`. */
  name: string;
  /** Runs a command of this machine in the namespace, as `runCommand` does. Loads are such commands. */
  run(command: readonly string[], options: InsideOptions & { signal?: AbortSignal }): Promise<CommandResult>;
  /** Returns the limits of sockets in the namespace. */
  limits(): Promise<SocketLimits>;
  /** Counts the connections to these ports of programs in the namespace, except the harness's own. */
  countClients(ports: readonly number[]): Promise<number>;
  /**
   * Makes a port of the namespace reachable on the same port of this machine's loopback, for the harness's own
   * requests. Returns what ends that.
   */
  expose(port: number): Promise<() => void>;
  /** Removes the network. Its containers must be gone. May be called again. */
  remove(): Promise<void>;
}

/** Set it if a side or a build comes from a stranger: sides then get networks of their own, and builds bounds. */
export const UNTRUSTED_VARIABLE = 'PITWALL_UNTRUSTED';

/**
 * Puts the harness's own program into the namespace, with the harness's files, process ids and user. Entering a
 * namespace takes rights that a user in the group docker has only by way of a container. This is the one way for
 * such a user, so it is the way for root too: one that is always taken is one that is tested. Because the program
 * sees the harness's files, loads are the same programs as in a run, with the same pinning and accounting.
 *
 * Arguments: the harness's process id, its mount namespace, group, user, and the command. The id alone could be
 * another process's if the engine runs on another machine.
 */
const ENTER = `
found=$(readlink "/proc/$1/ns/mnt")
[ "$found" = "$2" ] || { echo "process $1 of the engine's machine is not the harness: $found is not $2" >&2; exit 3; }
mount=/proc/$1/ns/mnt group=$3 user=$4
shift 4
exec nsenter --mount="$mount" --setgid "$group" --setuid "$user" -- "$@"`;
/** What ENTER needs and no more. The harness's user loses all of it, unless that is root. */
const CAPABILITIES = ['SYS_ADMIN', 'SYS_CHROOT', 'SYS_PTRACE', 'SETGID', 'SETUID'];
const AGENT = fileURLToPath(new URL('namespace/agent.ts', import.meta.url));

/** The image may have to be pulled. */
const START_SECONDS = 300;
const END_SECONDS = 10;

/**
 * Creates the network of a side on this machine's engine, whose loads may use these processors; an empty list means
 * any. Throws a PitwallError if the engine cannot, or runs on another machine.
 */
export async function openSideNetwork(
  side: string,
  processors: readonly number[],
  signal: AbortSignal,
): Promise<SideNetwork> {
  signal.throwIfAborted();
  const name = `pitwall-${harnessName()}-${side}`;
  // The only door to the program: others on this machine may not open the folder, and containers do not see it.
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-side-'));
  const socket = join(folder, 'agent');
  const holder = new Holder(name, processors, socket);
  let closing: Promise<void> | null = null;
  const remove = (): Promise<void> => {
    closing ??= holder.end().finally(() => rmSync(folder, { recursive: true, force: true }));
    return closing;
  };
  try {
    await holder.started(signal);
  } catch (error) {
    await remove();
    signal.throwIfAborted();
    throw error;
  }
  const client = new NamespaceClient(name, socket);
  return {
    name,
    run: (command, options) => client.run(command, options),
    limits: () => client.limits(),
    countClients: (ports) => client.countClients(ports),
    expose: (port) => client.expose(port),
    remove,
  };
}

/** The container that holds the namespace and runs the agent in it. */
class Holder {
  readonly #name: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #closed: Promise<void>;
  readonly #ready = Promise.withResolvers<void>();
  readonly #said = lastLines(20);

  constructor(name: string, processors: readonly number[], socket: string) {
    this.#name = name;
    const { pid, getuid, getgid, execPath } = process;
    const ids = [pid, readlinkSync('/proc/self/ns/mnt'), getgid?.() ?? 0, getuid?.() ?? 0].map(String);
    const [program, ...words] = dockerCommand(
      null,
      ...[
        'run',
        '--rm',
        '--interactive',
        '--name',
        name,
        '--label',
        `${HARNESS_LABEL}=${harnessLabel(null)}`,
      ],
      // Runtimes look up the name of their host when they start.
      ...['--network', 'none', '--hostname', 'side', '--add-host', 'side:127.0.0.1'],
      // The namespaces of the harness: its process ids, its control groups, and by way of ENTER its files.
      ...['--pid', 'host', '--userns', 'host', '--cgroupns', 'host'],
      ...['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((word) => ['--cap-add', word])],
      ...['--security-opt', 'apparmor=unconfined', '--security-opt', 'label=disable'],
      ...['--ulimit', `nofile=${OPEN_FILES}`],
      ...(processors.length > 0 ? ['--cpuset-cpus', processors.join(',')] : []),
      ...[SHELL_IMAGE, 'sh', '-c', ENTER, 'sh', ...ids, execPath, AGENT, socket],
    ) as [string, ...string[]];
    // In a session of its own it does not get Ctrl-C: the harness does, and ends its loads in order. It ends with
    // its standard input at the latest.
    this.#child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#closed = new Promise((resolve) => this.#child.once('close', () => resolve()));
    this.#child.once('error', (error) => this.#said.push(error.message));
    this.#child.stdin.on('error', () => {});
    const lines = lineSplitter((line) => {
      if (line === READY) this.#ready.resolve();
      else this.#said.push(line);
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(text));
    const faults = lineSplitter((line) => this.#said.push(line));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => faults.push(text));
  }

  async started(signal: AbortSignal): Promise<void> {
    const first = await Promise.race([
      this.#ready.promise.then(() => 'ready' as const),
      this.#closed.then(() => 'closed' as const),
      delay(START_SECONDS * 1_000, 'late' as const, { signal, ref: false }),
    ]);
    if (first === 'ready') return;
    throw new PitwallError({
      what: 'The sides of the comparison cannot be separated',
      where: `the container ${this.#name}`,
      expected: 'a network of its own on this machine, which the harness can enter',
      seen: first === 'late' ? `nothing for ${START_SECONDS} s` : tailOf(this.#said.text(), 4),
      next: `Use an engine of this machine that root runs (unset DOCKER_HOST). If both sides are trusted: unset ${UNTRUSTED_VARIABLE}`,
      exitCode: exitCodes.missing,
    });
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    const ended = await Promise.race([
      this.#closed.then(() => true),
      delay(END_SECONDS * 1_000, false, { ref: false }),
    ]);
    if (ended) return;
    this.#child.kill('SIGKILL');
    await runCommand(dockerCommand(null, 'rm', '--force', this.#name), { timeoutSeconds: 60 });
  }
}
