/**
 * The constants of the method, each with its unit and its reason. The methodology page shows this list as it
 * stands here.
 */
export interface MethodConstant {
  name: string;
  value: number;
  unit: string;
  why: string;
}

const constant = (name: string, value: number, unit: string, why: string): MethodConstant => ({
  name,
  value,
  unit,
  why,
});

/** Connections that a target may open to a database, over all its workers. */
export const DATABASE_POOL_SIZE = 16;
/** Share of the loader's processors in use from which the loader, not the server, may be the limit. */
export const LOADER_FULL_RATIO = 0.95;
/** Share of the server's processors in use below which it was not the limit. */
export const SERVER_FULL_RATIO = 0.9;
/** Share of processor time taken away by the hypervisor from which a round is marked. */
export const STOLEN_LIMIT_RATIO = 0.02;
/** Share of the asked rate that a fixed-rate loader must have sent. */
export const RATE_REACHED_RATIO = 0.98;
/** Rounds of one cell that may fail in a row before the run gives up on the cell. */
export const FAILURES_IN_A_ROW = 2;
/** How long after its planned end a loader may still run before it is ended. */
export const LOADER_GRACE_SECONDS = 20;

export const methodConstants: readonly MethodConstant[] = [
  constant(
    'DATABASE_POOL_SIZE',
    DATABASE_POOL_SIZE,
    'connections',
    'the same for every target, so that no figure is a larger pool',
  ),
  constant(
    'LOADER_FULL_RATIO',
    LOADER_FULL_RATIO,
    'share',
    "above it, and the server's processors not full, a cell is marked loader-bound",
  ),
  constant('SERVER_FULL_RATIO', SERVER_FULL_RATIO, 'share', 'below it the server was not the limit'),
  constant(
    'STOLEN_LIMIT_RATIO',
    STOLEN_LIMIT_RATIO,
    'share',
    'a hypervisor that takes more than this disturbs the figure',
  ),
  constant(
    'RATE_REACHED_RATIO',
    RATE_REACHED_RATIO,
    'share',
    'a server that cannot take the rate has no latency at that rate',
  ),
  constant(
    'FAILURES_IN_A_ROW',
    FAILURES_IN_A_ROW,
    'rounds',
    'a cell that cannot be measured must not hold up the run',
  ),
  constant(
    'LOADER_GRACE_SECONDS',
    LOADER_GRACE_SECONDS,
    's',
    'a loader that hangs is ended and its round recorded as failed',
  ),
];
