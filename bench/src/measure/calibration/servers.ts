import { join } from 'node:path';
import { readTargets, selectVariants } from '../../catalog/targets.ts';
import type { Burn } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import type { Arm } from '../duet/arm.ts';
import type { Meter } from '../duet/round.ts';

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

/** A side of a calibration, with what was put into each request. */
export interface CalibrationArm extends Arm {
  burn?: Burn;
}

/** Where a server that turns were put into says what they took, if it can time them. */
const BURNED_PATH = '/burned';

/** Reads what the turns of a server took, by its own clock. */
export const burnedTurns: Meter = async (arm: CalibrationArm, origin) => {
  if (!arm.burn?.timed) return null;
  const response = await fetch(`${origin}${BURNED_PATH}`);
  const body = (await response.json()) as { nanoseconds?: unknown; samples?: unknown };
  const { nanoseconds, samples } = body;
  if (typeof nanoseconds === 'number' && typeof samples === 'number') return { nanoseconds, samples };
  throw new PitwallError({
    what: 'A calibration server does not say what its turns took',
    where: `${origin}${BURNED_PATH}`,
    expected: '{"nanoseconds":…,"samples":…}',
    seen: JSON.stringify(body).slice(0, 200),
    next: 'Build it anew: npm run bench -- build',
  });
};

/** The server as it is (`null`), or with turns in each request, which make it longer than base by the share. */
export function calibrationArm(repository: Repository, name: string, burn: Burn | null): CalibrationArm {
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
