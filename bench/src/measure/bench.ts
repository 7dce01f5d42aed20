import type { Database } from '../databases/database.ts';
import type { SeenHosts } from '../hosts/role-hosts.ts';
import type { SideNetwork } from '../hosts/side-network.ts';
import type { Launcher } from '../launch/launcher.ts';
import type { LoadRunner } from '../load/load-runner.ts';
import { whilePinned } from '../machine/affinity.ts';
import type { Role } from '../machine/roles.ts';
import type { DatabaseKind, SharedData } from '../model/index.ts';
import type { Repository } from '../util/repository.ts';
import type { Limits } from '../verify/checks/check-session.ts';
import type { Listener } from './events.ts';

/** Processors reserved for each part of a measurement. */
interface Processors {
  server: readonly number[];
  database: readonly number[];
  loader: readonly number[];
  pinned: boolean;
  /** Processors of this machine that the harness uses while it measures; defaults to the loader's. */
  harness?: readonly number[];
}

/** Returns whether the role runs on this machine, so that local files describe its processors. */
export function isHere(hosts: SeenHosts | null | undefined, role: Role): boolean {
  return hosts?.[role].here ?? true;
}

/** Keeps the harness off the server's processors during `work`; builds come before or after. */
export function whileMeasuring<T>(
  { processors }: Pick<Serving, 'processors'>,
  work: () => Promise<T>,
): Promise<T> {
  const { pinned, harness, loader } = processors;
  return whilePinned(pinned ? (harness ?? loader) : [], work);
}

/** A loader that was found: its path and the version that it reports. */
export interface LoaderProgram {
  path: string;
  version: string;
}

/** What servers are started with. */
export interface Serving {
  launcher: Launcher;
  processors: Processors;
  /** Databases whose addresses the servers receive. */
  databases: Partial<Record<DatabaseKind, Database>>;
  /** Where the roles run; all on this machine if left out or `null`. */
  hosts?: SeenHosts | null;
  /** The network of a comparison's side, for its servers; they share the host's if left out. */
  network?: SideNetwork;
  signal: AbortSignal;
}

/** What loads are put with. */
export interface Loading extends Pick<Serving, 'processors' | 'hosts' | 'network'> {
  repository: Repository;
  /** Loaders by name. */
  loaders: Record<string, LoaderProgram>;
  /** Runs the loads; on this machine if left out. */
  loadRunner?: LoadRunner;
}

/** What servers are started, loaded and judged with. */
export interface Measuring extends Serving, Loading {
  data: SharedData;
}

/** What targets are built with. */
export interface Building extends Pick<Serving, 'launcher' | 'signal'> {
  report: Listener;
}

/** What targets are built, verified and measured with. */
export interface Preparing extends Measuring, Building {
  /** Overrides limits of the verifier; tests shorten them. */
  limits?: Partial<Limits>;
}

/** What commands are timed with. */
export interface Timekeeping extends Pick<Loading, 'repository'>, Pick<Serving, 'signal'> {
  hyperfine: LoaderProgram | null;
}

/**
 * Everything that a measurement uses, put together once by the command that runs it. Functions that need a part of it
 * take that part.
 */
export interface Bench extends Preparing, Timekeeping {
  /** Resolves once nothing runs beside that would disturb a block; nothing does if left out. */
  quiet?: () => Promise<void>;
}
