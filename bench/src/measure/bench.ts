import type { Database } from '../databases/database.ts';
import type { SeenHosts } from '../hosts/role-hosts.ts';
import type { Launcher } from '../launch/launcher.ts';
import type { LoadRunner } from '../load/load-runner.ts';
import { whilePinned } from '../machine/affinity.ts';
import type { Role } from '../machine/roles.ts';
import type { DatabaseKind, SharedData } from '../model/index.ts';
import type { Repository } from '../util/repository.ts';
import type { Limits } from '../verify/checks/session.ts';
import type { Listener } from './events.ts';

/** Which processors each part of a measurement has to itself. */
interface Processors {
  server: readonly number[];
  database: readonly number[];
  loader: readonly number[];
  pinned: boolean;
  /** Those of this machine that the harness keeps to while it measures; where left out, the loader's. */
  harness?: readonly number[];
}

/** Whether what this machine's own files tell is of the role's processors. */
export function isHere({ hosts }: Bench, role: Role): boolean {
  return hosts?.[role].here ?? true;
}

/** Does the work with the harness on processors where it is not in the server's way; builds come before or after. */
export function whileMeasuring<T>({ processors }: Bench, work: () => Promise<T>): Promise<T> {
  const { pinned, harness, loader } = processors;
  return whilePinned(pinned ? (harness ?? loader) : [], work);
}

/** A loader that was found: where it is and what it says it is. */
export interface LoaderProgram {
  path: string;
  version: string;
}

/** Everything a measurement reaches out to, put together once by the command that runs it. */
export interface Bench {
  repository: Repository;
  launcher: Launcher;
  data: SharedData;
  processors: Processors;
  /** Where the roles run; where left out or `null`, all on this machine. */
  hosts?: SeenHosts | null;
  /** Where loads come from; from this machine where it is left out. */
  loadRunner?: LoadRunner;
  /** By name. */
  loaders: Record<string, LoaderProgram>;
  hyperfine: LoaderProgram | null;
  databases: Partial<Record<DatabaseKind, Database>>;
  /** Bounds of the verifier where they are not its own; tests shorten them. */
  limits?: Partial<Limits>;
  signal: AbortSignal;
  tell: Listener;
}
