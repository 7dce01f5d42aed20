/**
 * The constants of the method, each with its unit and its reason. The methodology page shows this list
 * unchanged.
 */
interface MethodConstant {
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

/** Share of the server's CPU time that compiling threads take once they have nothing left to do. */
export const QUIET_COMPILING_RATIO = 0.02;
/** Seconds in a row for which compiling threads must be quiet. */
export const QUIET_SECONDS = 3;
/** Share by which the cost of a request may still fall from one window to the next. */
export const FALLING_RATIO = 0.02;
/** Connections of a light load, which leaves a runtime room to finish compiling. */
export const FEW_CONNECTIONS = 4;

/** Connections that a target may open to a database, over all its workers. */
export const DATABASE_POOL_SIZE = 16;
/** Share of the loader's processors in use from which what runs on them, not the server, may be the limit. */
const LOADER_FULL_RATIO = 0.95;
/** Share of the server's processors in use below which it was not the limit. */
const SERVER_FULL_RATIO = 0.9;
/**
 * Whether a closed loop was held up by what runs beside the server rather than by the server.
 *
 * @param shares of their processors that were used, 0 to 1: by the server, by all that runs on the loader's, and by the
 * loader of those that its threads can use
 */
export function isLoaderBound(shares: { server: number; beside: number; loader: number }): boolean {
  return Math.max(shares.beside, shares.loader) > LOADER_FULL_RATIO && shares.server < SERVER_FULL_RATIO;
}

/** Number of threads that load, by the loader's command: autocannon has one, and oha as many as it needs. */
export function loaderThreads([name, ...words]: readonly string[]): number {
  if (name === 'autocannon') return 1;
  const given = words[words.indexOf('--threads') + 1];
  return name === 'wrk' && words.includes('--threads') ? Number(given) : Number.POSITIVE_INFINITY;
}
/** Share of CPU time taken by the hypervisor from which a block is marked. */
export const STOLEN_LIMIT_RATIO = 0.02;
/** Share of a cell's pairs that may be left out for stolen time; above it, all of them are judged. */
export const MOST_DISTURBED_RATIO = 1 / 3;
/** Share of the server's processors, or of the loader's, that others may take during a load before it is marked. */
export const DISTURBED_LIMIT_RATIO = 0.1;
/** Share of the requested rate that a fixed-rate loader must have sent. */
export const RATE_REACHED_RATIO = 0.98;
/** Blocks of one cell that may fail in a row before the run gives up on the cell. */
export const FAILURES_IN_A_ROW = 2;
/** How long a load of a fixed number of requests may take. */
export const FIXED_COUNT_LIMIT_SECONDS = 900;
/** How long after its planned end a loader may still run before it is ended. */
export const LOADER_GRACE_SECONDS = 20;

/** A percentile needs ten samples beyond it to be more than its luckiest one. */
export const SAMPLES_FOR_P99 = 1_000;
export const SAMPLES_FOR_P999 = 10_000;
/**
 * In a closed loop, throughput × mean latency is the number of connections (Little 1961), less the time that the
 * loader itself needs between a response and its next request.
 */
export const LITTLE_LOW_RATIO = 0.5;
export const LITTLE_HIGH_RATIO = 1.05;
/** Share of the requested connections that must be open half-way through a load that keeps them. */
export const CONNECTIONS_RATIO = 0.95;
/** Share by which bytes may differ from what the probes saw; sampling error is allowed for separately. */
export const SIZE_SLACK_RATIO = 0.005;
/**
 * Bytes by which an instant of the server's clock may be shorter or longer than in the probes, on average:
 * RFC 3339 leaves the fraction of a second open, and many libraries omit zeros at its end (one digit of one
 * in ten, all of one in a thousand).
 */
export const INSTANT_SLACK_BYTES = 0.5;
/** Share of the queries and rows that the responses imply which the database's own counters must show. */
export const COUNTED_BY_DATABASE_RATIO = 0.98;
/** How long a loader waits for one response. */
export const REQUEST_TIMEOUT_SECONDS = 5;

export const methodConstants: readonly MethodConstant[] = [
  constant(
    'DATABASE_POOL_SIZE',
    DATABASE_POOL_SIZE,
    'connections',
    'the same for every target, so that no figure is due to a larger pool',
  ),
  constant(
    'LOADER_FULL_RATIO',
    LOADER_FULL_RATIO,
    'share',
    "above it, if the server's processors are not full, a cell is marked loader-bound: database and harness count where they share them, and only the processors that the loader's threads can use",
  ),
  constant('SERVER_FULL_RATIO', SERVER_FULL_RATIO, 'share', 'below it the server was not the limit'),
  constant(
    'STOLEN_LIMIT_RATIO',
    STOLEN_LIMIT_RATIO,
    'share',
    'a hypervisor that takes more than this disturbs the figure',
  ),
  constant(
    'MOST_DISTURBED_RATIO',
    MOST_DISTURBED_RATIO,
    'share',
    'pairs that a hypervisor disturbed are left out and measured again, unless they are more than this',
  ),
  constant(
    'DISTURBED_LIMIT_RATIO',
    DISTURBED_LIMIT_RATIO,
    'share',
    "a slice is marked if other programs take more than this of the server's or the loader's processors",
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
    'failures',
    'a cell that cannot be measured must not hold up the run',
  ),
  constant(
    'FIXED_COUNT_LIMIT_SECONDS',
    FIXED_COUNT_LIMIT_SECONDS,
    's',
    'a load of a fixed number of requests has no planned end; after this it is ended and its slice has failed',
  ),
  constant(
    'LOADER_GRACE_SECONDS',
    LOADER_GRACE_SECONDS,
    's',
    'a loader that hangs is ended and its slice has failed',
  ),
  constant(
    'QUIET_COMPILING_RATIO',
    QUIET_COMPILING_RATIO,
    'share',
    "compiling threads that take less of the server's CPU time have nothing left to do",
  ),
  constant('QUIET_SECONDS', QUIET_SECONDS, 's', 'compiling threads of a warm server are quiet for so long'),
  constant(
    'FALLING_RATIO',
    FALLING_RATIO,
    'share',
    'while the cost of a request still falls by more, the server is not warm',
  ),
  constant(
    'FEW_CONNECTIONS',
    FEW_CONNECTIONS,
    'connections',
    'with so few, compiling threads get their share of the processors while the server responds',
  ),
  constant(
    'SAMPLES_FOR_P99',
    SAMPLES_FOR_P99,
    'requests',
    'fewer give no p99: it would be a handful of the slowest ones',
  ),
  constant('SAMPLES_FOR_P999', SAMPLES_FOR_P999, 'requests', 'fewer give no p99.9'),
  constant(
    'LITTLE_LOW_RATIO',
    LITTLE_LOW_RATIO,
    'share',
    'in a closed loop, throughput × mean latency below this share of the connections is marked',
  ),
  constant('LITTLE_HIGH_RATIO', LITTLE_HIGH_RATIO, 'share', 'above it the figures contradict each other'),
  constant(
    'CONNECTIONS_RATIO',
    CONNECTIONS_RATIO,
    'share',
    'if fewer of the requested connections are open half-way through the load, the cell is marked',
  ),
  constant(
    'SIZE_SLACK_RATIO',
    SIZE_SLACK_RATIO,
    'share',
    'bytes received may differ by this much from those of correct responses',
  ),
  constant(
    'INSTANT_SLACK_BYTES',
    INSTANT_SLACK_BYTES,
    'bytes',
    'bytes received may differ by this much more for each instant in a response: its fraction may end in zeros',
  ),
  constant(
    'COUNTED_BY_DATABASE_RATIO',
    COUNTED_BY_DATABASE_RATIO,
    'share',
    'the database itself must count this share of the queries and rows that the responses imply',
  ),
  constant(
    'REQUEST_TIMEOUT_SECONDS',
    REQUEST_TIMEOUT_SECONDS,
    's',
    'a loader gives up on a response after this; the response counts as an error',
  ),
];
