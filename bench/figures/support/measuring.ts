import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { type MeasuringSession, openSession } from '../../src/commands/measuring/session.ts';
import { whileMeasuring } from '../../src/measure/bench.ts';
import type { Ready } from '../../src/measure/blocks/live-server.ts';
import { buildTarget } from '../../src/measure/prepare.ts';
import type { Calibration, DatabaseKind } from '../../src/model/index.ts';
import { calibrationFile, readCalibration } from '../../src/results/calibration-store.ts';
import { formatResult } from '../../src/results/run-store.ts';
import { writeFileAtomic } from '../../src/util/atomic-file.ts';
import { repository } from '../../src/util/repository.ts';
import { invocationOf } from './script.ts';

/** Opens a session, runs `work` with the harness off the server's processors, and closes the session. */
export async function withSession(
  databases: readonly DatabaseKind[],
  work: (session: MeasuringSession) => Promise<void>,
): Promise<void> {
  const session = await openSession(invocationOf([]), { launcher: 'process', tools: ['wrk'], databases });
  try {
    await whileMeasuring(session, () => work(session));
  } finally {
    await session.close();
  }
}

/** Builds the named targets; throws if this machine cannot. */
export async function readyTargets(session: MeasuringSession, names: readonly string[]): Promise<Ready[]> {
  const targetVariants = selectVariants(readTargets(repository), names);
  const ready: Ready[] = [];
  for (const targetVariant of targetVariants) {
    const outcome = await buildTarget(session, targetVariant.target);
    if ('leftOut' in outcome)
      throw outcome.error ?? new Error(`${targetVariant.name}: ${outcome.leftOut.reason}`);
    ready.push({ targetVariant, built: outcome.built });
  }
  return ready;
}

/** Adds to this machine's recorded measurements of Pitwall itself. */
export function record(machine: string, add: (calibration: Calibration) => void): Calibration {
  const file = calibrationFile(repository, machine);
  const calibration = readCalibration(file);
  add(calibration);
  writeFileAtomic(file, formatResult(calibration));
  return calibration;
}
