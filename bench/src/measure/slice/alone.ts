import type { Built } from '../../launch/launcher.ts';
import type { SlicesWarmup } from '../../model/index.ts';
import type { Bench } from '../bench.ts';
import { LiveServer } from '../blocks/live-server.ts';
import type { PlannedCell } from '../plan.ts';
import { agreeRule } from '../warm-up/steady-state.ts';
import { warmUp } from '../warm-up/warm-up.ts';
import { type SliceValues, valuesOf } from './figures.ts';
import { measureSlice } from './slice.ts';

interface AloneRequest {
  cell: PlannedCell;
  seconds: number;
  warmup: SlicesWarmup;
  ratePerSecond: number | null;
  seed: number;
}

/**
 * Measures one slice on a fresh start with no other server alive, for metrics that a second one would affect.
 * Throws a PitwallError if it gives no figure; the server is stopped either way.
 */
export async function measureAlone(bench: Bench, built: Built, request: AloneRequest): Promise<SliceValues> {
  const { cell, ratePerSecond, seed, seconds, warmup } = request;
  const { targetVariant, scenario, shape } = cell;
  if (scenario.database) await bench.databases[scenario.database]?.seed(bench.data);
  const live = await LiveServer.start(bench, { targetVariant, built }, 0);
  try {
    return await live.during(async (signal) => {
      const { origin } = live.server;
      const requests = scenario.requests(bench.data);
      const load = { shape, origin, requests, seconds, ratePerSecond, seed };
      const { slices } = await warmUp(
        bench,
        {
          server: live.server,
          load,
          rule: agreeRule(warmup),
          sliceSeconds: warmup.sliceSeconds,
          maxSeconds: warmup.maxSlices * warmup.sliceSeconds,
        },
        signal,
      );
      const lastPerSecond = slices.at(-1)?.throughputPerSecond ?? 0;
      const slice = await measureSlice(
        bench,
        live.server,
        { cell, seconds, ratePerSecond, seed, lastPerSecond },
        signal,
      );
      return valuesOf(slice.observed);
    });
  } finally {
    await live.stop();
  }
}
