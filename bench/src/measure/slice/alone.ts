import type { Built } from '../../launch/launcher.ts';
import { type ComparisonWarmup, invalidatingMarks } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Measuring } from '../bench.ts';
import { LiveServer } from '../blocks/live-server.ts';
import { cellName, type PlannedCell } from '../planned-cells.ts';
import { requireSteady, sideWarmUp } from '../warm-up/side-warm-up.ts';
import { warmUp } from '../warm-up/warm-up.ts';
import { hasEnoughSamples, type Observed, type SliceValues, valuesOf } from './figures.ts';
import { putLoad } from './load.ts';
import { measureSlice, type SliceFigures } from './slice.ts';
import { startServer } from './target-server.ts';
import { putProbedLoad } from './with-probes.ts';

/**
 * Puts a short load on a fresh start with no other server alive, and returns how many responses the loader saw; `null`
 * if the server does not start. Throws only if interrupted.
 */
export async function respondsAlone(
  measuring: Measuring,
  { targetVariant, scenario, shape }: PlannedCell,
  built: Built,
): Promise<number | null> {
  const server = await startServer(measuring, targetVariant, built).catch(() => {
    // An interrupted start says nothing of the server.
    measuring.signal.throwIfAborted();
    return null;
  });
  if (!server) return null;
  try {
    const requests = scenario.requests(measuring.data);
    const load = { shape, origin: server.origin, requests, ...SHORT_LOAD };
    return (await putLoad(measuring, load, measuring.signal)).report.requests;
  } catch {
    measuring.signal.throwIfAborted();
    return 0;
  } finally {
    await server.stop();
  }
}

/** The rate is for loads that have one. */
const SHORT_LOAD = { seconds: 1, ratePerSecond: 1_000, seed: 1, part: 1 };

interface AloneRequest {
  cell: PlannedCell;
  seconds: number;
  warmup: ComparisonWarmup;
  ratePerSecond: number | null;
  seed: number;
}

/**
 * Measures one slice on a fresh start with no other server alive, for metrics that a second one would affect.
 * Throws a PitwallError if it gives no figure or one that its checks invalidate; the server is stopped either way.
 */
export async function measureAlone(
  measuring: Measuring,
  built: Built,
  request: AloneRequest,
): Promise<SliceValues> {
  const { cell, ratePerSecond, seed, seconds, warmup } = request;
  const { targetVariant, scenario, shape } = cell;
  if (scenario.database) await measuring.databases[scenario.database]?.seed(measuring.data);
  const live = await LiveServer.start(measuring, { targetVariant, built }, 0);
  try {
    return await live.during(async (signal) => {
      const { origin } = live.server;
      const requests = scenario.requests(measuring.data);
      const load = { shape, origin, requests, seconds, ratePerSecond, seed };
      const { alone, together } = sideWarmUp(warmup, targetVariant.target.manifest.language);
      const warmed = await warmUp(
        (request, signal) => putProbedLoad(measuring, live.server, [cell], request, signal),
        { server: live.server, load, ...(alone ?? together) },
        signal,
      );
      requireSteady(warmup, warmed);
      const lastPerSecond = warmed.slices.at(-1)?.throughputPerSecond ?? 0;
      const slice = await measureSlice(
        measuring,
        live.server,
        { cell, seconds, ratePerSecond, seed, lastPerSecond, countsConnections: true },
        signal,
      );
      return soundValues(cell, slice);
    });
  } finally {
    await live.stop();
  }
}

/**
 * Returns the values of a slice by itself. A run keeps the marks beside the figures; here nothing else would tell that a
 * server which is quick to answer 503 did not become faster. Throws a PitwallError if a mark invalidates the values. A
 * percentile of too few requests is missing.
 */
export function soundValues(cell: PlannedCell, { observed, marks }: SliceFigures): SliceValues {
  const found = marks.filter(({ code }) => invalidatingMarks.includes(code));
  if (found.length === 0) return withoutLuckyPercentiles(observed);
  throw new PitwallError({
    what: 'Its checks invalidate what was measured',
    where: cellName(cell),
    expected: 'right responses to every request of the load, and the rate asked for',
    seen: found.map(({ code, detail }) => `${code}, ${detail}`).join('; '),
    next: 'Load the server by hand, and see what it answers',
  });
}

function withoutLuckyPercentiles(observed: Observed): SliceValues {
  const values = valuesOf(observed);
  const { requests, latencyHistogram } = observed.outcome.report;
  const kept = (name: 'latencyP99Seconds' | 'latencyP999Seconds'): number | null =>
    hasEnoughSamples(name, requests, latencyHistogram) ? values[name] : null;
  return {
    ...values,
    latencyP99Seconds: kept('latencyP99Seconds'),
    latencyP999Seconds: kept('latencyP999Seconds'),
  };
}
