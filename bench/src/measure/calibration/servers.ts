import { join } from 'node:path';
import type { Repository } from '../../util/repository.ts';
import { readTargets, selectVariants } from '../catalog/targets.ts';
import type { Arm } from '../duet/arm.ts';

/** What takes longer by a known time, and how it is told. */
const BURN_VARIABLE = 'CALIBRATION_BURN_NANOSECONDS';
/** Loaded before a Node server; a server in C reads the variable itself. */
const NODE_HOOK = 'bench/calibration/burn.cjs';

export interface CalibrationServer {
  name: string;
  /** Compiles as it runs: its own warm-up. */
  compiling: boolean;
  /** Whether a known time can be added to its requests. */
  burns: boolean;
}

/** A server each of C, Go, Rust and Node; time can be added to those of C and Node. */
export const calibrationServers: readonly CalibrationServer[] = [
  { name: 'c/epoll', compiling: false, burns: true },
  { name: 'go/gin:raw', compiling: false, burns: false },
  { name: 'rust/axum', compiling: false, burns: false },
  { name: 'javascript/node-http', compiling: true, burns: true },
];

/** Shares of a request's processor time that are added. */
export const SLOWDOWNS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2];

export function calibrationArm(repository: Repository, name: string, burnNanoseconds: number | null): Arm {
  const [entry] = selectVariants(readTargets(repository), [name]);
  if (entry === undefined) throw new RangeError(`no target ${name}`);
  if (burnNanoseconds === null) return { label: name, entry, revision: null, pinned: null };
  const { variant } = entry;
  const environment = {
    ...variant.environment,
    [BURN_VARIABLE]: String(burnNanoseconds),
    ...(entry.target.manifest.language === 'JavaScript'
      ? { NODE_OPTIONS: `--require=${join(repository.root, NODE_HOOK)}` }
      : {}),
  };
  return {
    label: `${name} + ${burnNanoseconds} ns`,
    entry: { ...entry, variant: { ...variant, environment } },
    revision: null,
    pinned: null,
    burnNanoseconds,
  };
}
