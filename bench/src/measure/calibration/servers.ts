import { join } from 'node:path';
import type { Repository } from '../../util/repository.ts';
import { readTargets, selectVariants } from '../catalog/targets.ts';
import type { Arm } from '../duet/arm.ts';

/**
 * What puts turns of a loop into each request: a server in C reads the variable itself, to Node's a hook is added
 * (bench/calibration/burn.cjs).
 */
const BURN_VARIABLE = 'CALIBRATION_BURN_TURNS';
/** Loaded before a Node server. */
const NODE_HOOK = 'bench/calibration/burn.cjs';

export interface CalibrationServer {
  name: string;
  /**
   * Turns in each request of a base that is to be made slower, some 20 µs: a handler that does something. What the
   * kernel does for a request gets less when there is more to do for each, and is then a small part. `null` where
   * nothing can be put in.
   */
  turns: number | null;
  /** Whether it says what its turns took. */
  timed: boolean;
}

/** A server each of C, Go, Rust and Node. */
export const calibrationServers: readonly CalibrationServer[] = [
  { name: 'c/epoll', turns: 40_000, timed: true },
  { name: 'go/gin:raw', turns: null, timed: false },
  { name: 'rust/axum', turns: null, timed: false },
  { name: 'javascript/node-http', turns: 20_000, timed: false },
];

/** Shares of a request's processor time that are added. */
export const SLOWDOWNS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2];

/** The server as it is (`null`), or with turns in each request, which make it longer than base by the share. */
export function calibrationArm(
  repository: Repository,
  name: string,
  burn: Required<Arm>['burn'] | null,
): Arm {
  const [entry] = selectVariants(readTargets(repository), [name]);
  if (entry === undefined) throw new RangeError(`no target ${name}`);
  if (!burn) return { label: name, entry, revision: null, pinned: null };
  const { variant } = entry;
  const environment = {
    ...variant.environment,
    [BURN_VARIABLE]: String(burn.turns),
    ...(entry.target.manifest.language === 'JavaScript'
      ? { NODE_OPTIONS: `--require=${join(repository.root, NODE_HOOK)}` }
      : {}),
  };
  return {
    label: `${name}, ${burn.turns} turns`,
    entry: { ...entry, variant: { ...variant, environment } },
    revision: null,
    pinned: null,
    burn,
  };
}
