import type { Database } from '../databases/database.ts';
import type { Launcher } from '../launch/launcher.ts';
import type { DatabaseKind, LoaderName, SharedData } from '../model/index.ts';
import type { Repository } from '../util/repository.ts';
import type { Limits } from '../verify/session.ts';
import type { Listener } from './events.ts';

/** Which processors each part of a measurement has to itself. */
export interface Processors {
  server: readonly number[];
  database: readonly number[];
  loader: readonly number[];
  pinned: boolean;
}

/** A loader that was found: where it is and what it says it is. */
export interface FoundTool {
  path: string;
  version: string;
}

/** Everything a measurement reaches out to, put together once by the command that runs it. */
export interface Bench {
  repository: Repository;
  launcher: Launcher;
  data: SharedData;
  processors: Processors;
  loaders: Partial<Record<LoaderName, FoundTool>>;
  hyperfine: FoundTool | null;
  databases: Partial<Record<DatabaseKind, Database>>;
  /** Bounds of the verifier where they are not its own; tests shorten them. */
  limits?: Partial<Limits>;
  signal: AbortSignal;
  tell: Listener;
}
