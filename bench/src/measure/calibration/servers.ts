import { join } from 'node:path';
import { readTargets, selectVariants } from '../../catalog/targets.ts';
import type { Burn } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import type { Meter } from '../duet/measure-load.ts';
import type { SideSpec } from '../duet/side-spec.ts';

/**
 * Adds iterations of a loop to each request. A server in C reads the variable itself; Node gets a hook
 * (bench/calibration/burn.cjs).
 */
const BURN_VARIABLE = 'CALIBRATION_BURN_TURNS';
/** A script that Node loads before the server. */
const NODE_HOOK = 'bench/calibration/burn.cjs';

export interface CalibrationServer {
  name: string;
  /**
   * Iterations in each request of the base of a known slowdown, some 20 µs, like a handler that does
   * something. The kernel's work per request shrinks as requests take longer, and is then a small part.
   * `null` if nothing can be added.
   */
  iterations: number | null;
  /** Whether it reports how long its iterations took. */
  timed: boolean;
}

/** One server each in C, Go, Rust, on Node and on the JVM. */
export const calibrationServers: readonly CalibrationServer[] = [
  { name: 'c/epoll', iterations: 40_000, timed: true },
  { name: 'go/gin:raw', iterations: null, timed: false },
  { name: 'rust/axum', iterations: null, timed: false },
  { name: 'javascript/node-http', iterations: 20_000, timed: false },
  { name: 'java/spring-boot:jvm', iterations: null, timed: false },
];

/** Shares of a request's CPU time to add. */
export const SLOWDOWNS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2];

/** A side of a calibration, with what was added to each request. */
export interface CalibrationSideSpec extends SideSpec {
  burn?: Burn;
}

/** Path at which a server reports how long its iterations took, if it can time them. */
const BURNED_PATH = '/burned';

/** Reads how long a server's iterations took, by its own clock. */
export const burnedIterations: Meter = async (spec: CalibrationSideSpec, origin) => {
  if (!spec.burn?.timed) return null;
  const response = await fetch(`${origin}${BURNED_PATH}`);
  const body = (await response.json()) as { nanoseconds?: unknown; samples?: unknown };
  const { nanoseconds, samples } = body;
  if (typeof nanoseconds === 'number' && typeof samples === 'number') return { nanoseconds, samples };
  throw new PitwallError({
    what: 'A calibration server does not report how long its iterations took',
    where: `${origin}${BURNED_PATH}`,
    expected: '{"nanoseconds":…,"samples":…}',
    seen: JSON.stringify(body).slice(0, 200),
    next: 'Rebuild it: npm run bench -- build',
  });
};

/** Returns the server unchanged (`null`), or with the iterations of `burn` in each request. */
export function calibrationSide(
  repository: Repository,
  name: string,
  burn: Burn | null,
): CalibrationSideSpec {
  const [targetVariant] = selectVariants(readTargets(repository), [name]);
  if (targetVariant === undefined) throw new RangeError(`no target ${name}`);
  if (!burn) return { label: name, targetVariant, revision: null, pinned: [] };
  const { variant } = targetVariant;
  const environment = {
    ...variant.environment,
    [BURN_VARIABLE]: String(burn.iterations),
    ...(targetVariant.target.manifest.language === 'JavaScript'
      ? { NODE_OPTIONS: `--require=${join(repository.root, NODE_HOOK)}` }
      : {}),
  };
  return {
    label: `${name}, ${burn.iterations} iterations`,
    targetVariant: { ...targetVariant, variant: { ...variant, environment } },
    revision: null,
    pinned: [],
    burn,
  };
}
