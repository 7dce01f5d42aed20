import type { LauncherName, Target, Variant } from '../model/index.ts';
import type { Usage } from '../process/usage.ts';

/** What the harness hands a server besides the manifest's own environment. */
export interface ServerSettings {
  host: string;
  port: number;
  /** Processors the server is pinned to; their number is WORKERS. */
  processors: readonly number[];
  /** Database names as the contract lists them (PGHOST …), plus DB_POOL_SIZE. */
  environment: Readonly<Record<string, string>>;
}

export interface Built {
  target: Target;
  artifact: { kind: 'files' | 'image'; digest: string; sizeBytes: number };
  /** Seconds of the build that made this artifact; a build that found nothing to do repeats the recorded one. */
  buildSeconds: number | null;
  runtimeVersion: string | null;
  /** Where the manifest says to ask for it; else the lock file holds it, and this is `null`. */
  frameworkVersion: string | null;
}

interface StopReport {
  /** True where SIGTERM was not enough within STOP_SECONDS and the tree was killed. */
  killed: boolean;
  seconds: number;
}

/** A command for hyperfine, which runs it without a shell. */
export interface TimedCommand {
  command: string[];
  /** Before each timed run, untimed. */
  prepare: string[];
  environment: NodeJS.ProcessEnv;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  origin: string;
  /** Exactly what was run, for the result. */
  command: readonly string[];
  usage(): Promise<Usage>;
  /** Its processes, where this machine sees them; none where it runs elsewhere. */
  pids(): readonly number[];
  /** Its highest memory so far, where `usage` does not tell it but something slower does; `null` where nothing does. */
  peakMemoryBytes?(): Promise<number | null>;
  /** Resolves when the server ends, asked or not; never rejects. */
  exited: Promise<{ exitCode: number | null; signal: string | null }>;
  /** The last lines it wrote, for error messages. */
  log(): string;
  /** SIGTERM to the tree, then SIGKILL; nothing of the tree is left when it resolves. */
  stop(): Promise<StopReport>;
}

/** How a target is built and started. */
export interface Launcher {
  name: LauncherName;
  /** What the machine lacks for this target; empty if nothing. */
  lacks(target: Target): Promise<{ what: string; next: string }[]>;
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
   * What hyperfine times for a cold start, or `null` where it cannot. `command` ends at the first 200 and leaves
   * its server running; `prepare` must run before each timed run, untimed, and ends the server before it. The
   * last server ends with hyperfine's tree.
   */
  coldStartCommand(built: Built, variant: Variant, settings: ServerSettings): TimedCommand | null;
  /**
   * What hyperfine times for a build, or `null` where it cannot. `prepare` leaves the sources and nothing that a
   * build has made; what builds download stays. Throws a PitwallError where the sources cannot be copied.
   */
  cleanBuildCommand(built: Built): (TimedCommand & { folder: string; close(): void }) | null;
  close(): Promise<void>;
}

export const HEALTHY_SECONDS = 30;
export const STOP_SECONDS = 5;
