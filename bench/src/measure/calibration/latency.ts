import type { LatencyTruth, LoadShape } from '../../model/index.ts';
import { scenarioOf } from '../../model/index.ts';
import type { Measuring } from '../bench.ts';
import type { DuetSide } from '../duet/measure-duet.ts';
import { putLoad } from '../slice/load.ts';
import { startServer } from '../slice/target-server.ts';

const STALL_EVERY_MILLISECONDS = 5_000;
const STALL_MILLISECONDS = 200;
/** Four whole stalls: the server's clock starts at its first request, a little before the load. */
const SECONDS = 22;
const CONNECTIONS = 64;

/** Loads a server that stalls on schedule at a fixed rate, and returns what oha reports. */
export async function measureKnownLatency(
  measuring: Measuring,
  { spec, built }: DuetSide,
  ratePerSecond: number,
): Promise<LatencyTruth> {
  const { targetVariant } = spec;
  const environment = {
    ...targetVariant.variant.environment,
    CALIBRATION_STALL_EVERY_MILLISECONDS: String(STALL_EVERY_MILLISECONDS),
    CALIBRATION_STALL_MILLISECONDS: String(STALL_MILLISECONDS),
  };
  const stalling = { ...targetVariant, variant: { ...targetVariant.variant, environment } };
  const shape: LoadShape = {
    loader: 'oha',
    connections: CONNECTIONS,
    connection: 'keep-alive',
    rate: { perSecond: ratePerSecond },
  };
  const server = await startServer(measuring, stalling, built);
  try {
    const requests = scenarioOf('json').requests(measuring.data);
    const load = { shape, origin: server.origin, requests, seconds: SECONDS, ratePerSecond, seed: 1 };
    const { report } = await putLoad(measuring, load, measuring.signal);
    return {
      server: spec.label,
      ratePerSecond,
      durationSeconds: report.durationSeconds,
      connections: CONNECTIONS,
      stallEveryMilliseconds: STALL_EVERY_MILLISECONDS,
      stallMilliseconds: STALL_MILLISECONDS,
      requests: report.requests,
      p50Seconds: report.latency.p50Seconds,
      p99Seconds: report.latency.p99Seconds,
      p999Seconds: report.latency.p999Seconds,
      maxSeconds: report.latency.maxSeconds,
    };
  } finally {
    await server.stop();
  }
}
