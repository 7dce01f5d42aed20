import type { SideNetwork } from '../hosts/side-network.ts';
import type { LauncherName, Target, Variant } from '../model/index.ts';
import type { ProcessEnd } from '../process/process-end.ts';
import type { Usage } from '../process/usage.ts';

/** What the harness gives a server in addition to the manifest's own environment. */
export interface ServerSettings {
  host: string;
  port: number;
  /** Processors the server is pinned to; their number is WORKERS. */
  processors: readonly number[];
  /** The network that a container joins; the host's own if left out. Processes have no other. */
  network?: SideNetwork;
  /** Database variables as the contract lists them (PGHOST …), plus DB_POOL_SIZE. */
  environment: Readonly<Record<string, string>>;
}

export interface Built {
  target: Target;
  artifact: { kind: 'files' | 'image'; digest: string; sizeBytes: number };
  /** Seconds of the build that made this artifact, from its record if nothing had to be built. */
  buildSeconds: number | null;
  runtimeVersion: string | null;
  /** Set if the manifest says to ask a program; otherwise `null`, because the lock file has it. */
  frameworkVersion: string | null;
}

interface StopReport {
  /** True if SIGTERM was not enough within STOP_SECONDS and the tree was killed. */
  killed: boolean;
  seconds: number;
}

/** A command for hyperfine, which runs it without a shell. */
export interface TimedCommand {
  command: string[];
  /** Runs before each timed run, untimed. */
  prepare: string[];
  environment: NodeJS.ProcessEnv;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  origin: string;
  /** The exact command, for the result. */
  command: readonly string[];
  /** The command that starts it as the harness did, for a person to type in the checkout. */
  byHand: string;
  usage(): Promise<Usage>;
  /** Its processes, if they are visible from this machine; empty if it runs elsewhere. */
  pids(): readonly number[];
  /** Reads its peak memory so far, if `usage` does not have it; `null` if unknown. Not for use during a load. */
  peakMemoryBytes?(): Promise<number | null>;
  /** Resolves when the server exits, on request or by itself; never rejects. */
  exited: Promise<ProcessEnd>;
  /** The last lines that it wrote, for error messages. */
  log(): string;
  /** How many lines it has written so far, as far as they have arrived here. */
  linesWritten(): number;
  /**
   * Stops all its processes where they are, until `resume`. Throws a PitwallError if they cannot be. A paused server can
   * be stopped.
   */
  pause(): Promise<void>;
  /** Lets a paused server go on; does nothing to one that runs. Throws a PitwallError if it cannot. */
  resume(): Promise<void>;
  /** Sends SIGTERM to the tree, then SIGKILL; nothing of the tree is left when it resolves. */
  stop(): Promise<StopReport>;
}

/** How a target is built and started. */
export interface Launcher {
  name: LauncherName;
  /**
   * Returns the framework's version as an installed program reports it, without a build; `null` if none does.
   */
  versionHere?(target: Target): Promise<string | null>;
  /** What this target needs and the machine does not have; empty if nothing. */
  missingFor(target: Target): Promise<{ what: string; next: string }[]>;
  build(target: Target, options: { signal: AbortSignal; onLine?: (line: string) => void }): Promise<Built>;
  /**
   * Starts a server and waits until `/healthz` answers 200.
   * Throws a PitwallError when it exits, stays unhealthy past the bound, or listens elsewhere.
   */
  start(
    built: Built,
    variant: Variant,
    settings: ServerSettings,
    signal: AbortSignal,
  ): Promise<RunningServer>;
  /**
   * Returns what hyperfine times for a cold start, or `null` if it cannot. `command` exits at the first 200
   * and leaves its server running. `prepare` must run before each timed run, untimed, and stops the previous
   * server. The last server ends with hyperfine's tree. Both run in the same folder, which is empty at first and is
   * removed in the end.
   */
  coldStartCommand(built: Built, variant: Variant, settings: ServerSettings): TimedCommand | null;
  /**
   * Returns what hyperfine times for a build, or `null` if it cannot. `prepare` leaves the sources without
   * any build output; downloads stay. Throws a PitwallError if the sources cannot be copied.
   */
  cleanBuildCommand(built: Built): (TimedCommand & { folder: string; close(): void }) | null;
  close(): Promise<void>;
}

export const HEALTHY_SECONDS = 30;
export const STOP_SECONDS = 5;
