import { randomInt } from 'node:crypto';
import type { TargetVariant } from '../catalog/targets.ts';
import type { Built, RunningServer } from '../launch/launcher.ts';
import { workersOf } from '../launch/server-environment.ts';
import {
  DATABASE_POOL_SIZE,
  type DatabaseKind,
  MOST_MESSAGE,
  type ScenarioId,
  scenarioOf,
  type Target,
} from '../model/index.ts';
import { addressesOf } from '../process/listening.ts';
import { cutToLength } from '../util/cut.ts';
import { messageOf, PitwallError } from '../util/errors.ts';
import type { CheckResult } from '../verify/checks/check.ts';
import { type VerifyOptions, verifyServer } from '../verify/verify.ts';
import type { Building, Preparing, Serving } from './bench.ts';
import { earlyExit } from './server-exit.ts';
import { startServer } from './slice/target-server.ts';

/** A target that was left out, at which step and why, as recorded in the results. */
export interface LeftOutState {
  step: 'left-out' | 'build' | 'start' | 'verify';
  reason: string;
  next: string;
}

export type BuildOutcome = { built: Built } | { leftOut: LeftOutState; error: PitwallError | null };

/** Builds targets one after the other, before the first load, so that no build disturbs a measurement. */
export async function buildTargets(
  building: Building,
  targets: readonly Target[],
): Promise<Map<string, BuildOutcome>> {
  const builds = new Map<string, BuildOutcome>();
  for (const target of targets) {
    building.report({ kind: 'step', text: `building ${target.build}` });
    builds.set(target.build, await buildTarget(building, target));
  }
  return builds;
}

/** Builds a target, or returns why it cannot be built. Throws only if interrupted. */
export async function buildTarget(
  { launcher, signal, report }: Building,
  target: Target,
): Promise<BuildOutcome> {
  const [missing] = await launcher.missingFor(target);
  if (missing)
    return { leftOut: { step: 'left-out', reason: missing.what, next: missing.next }, error: null };
  try {
    const built = await launcher.build(target, {
      signal,
      onLine: (text) => report({ kind: 'line', text }),
    });
    return { built };
  } catch (error) {
    signal.throwIfAborted();
    return leftOutAt('build', error, target.build);
  }
}

type VerifyOutcome = {
  checks: CheckResult[];
  command: readonly string[];
  leftOut: LeftOutState | null;
  error: PitwallError | null;
};

/** Starts one variant and verifies it against the contract. Throws only if interrupted. */
export async function verifyVariant(
  bench: Serving & Pick<Preparing, 'data' | 'limits' | 'report'>,
  targetVariant: TargetVariant,
  built: Built,
): Promise<VerifyOutcome> {
  const { manifest } = targetVariant.target;
  const scenarios = servable(bench.databases, manifest.scenarios);
  // Only the databases that the target uses: one that went away is no fault of the others.
  const kinds = new Set(scenarios.map((id) => scenarioOf(id).database));
  const databases = Object.fromEntries(
    Object.entries(bench.databases).filter(([kind]) => kinds.has(kind as DatabaseKind)),
  ) as Serving['databases'];
  try {
    for (const database of Object.values(databases)) await database.seed(bench.data);
    const server = await startServer(bench, targetVariant, built);
    try {
      const checks = await verifyServer({
        ...verifyOptions(bench, server, scenarios),
        databases,
        linesWritten: () => server.linesWritten(),
        listeningOn: () => addressesOf(server.pids()),
      });
      const failed = checks.filter((check) => check.status === 'failed');
      const died = await deathOf(server, targetVariant, failed);
      if (died) return { checks, command: server.command, ...leftOutAt('verify', died, targetVariant.name) };
      return { checks, command: server.command, leftOut: leftOutBy(failed, targetVariant), error: null };
    } finally {
      const { killed, seconds } = await server.stop();
      if (killed) {
        const late = `still running ${seconds.toFixed(1)} s after SIGTERM, then killed`;
        bench.report({ kind: 'step', text: `${targetVariant.name}: ${late}; a run marks it slow-stop` });
      }
    }
  } catch (error) {
    bench.signal.throwIfAborted();
    return { checks: [], command: [], ...leftOutAt('start', error, targetVariant.name) };
  }
}

/** What any verification of a running server takes from the harness. */
export function verifyOptions(
  bench: Serving & Pick<Preparing, 'data' | 'limits'>,
  { origin }: RunningServer,
  scenarios: readonly ScenarioId[],
): VerifyOptions {
  return {
    origin,
    scenarios: scenarios.map(scenarioOf),
    data: bench.data,
    databases: bench.databases,
    poolSize: DATABASE_POOL_SIZE,
    workers: workersOf(bench.processors.server),
    ...(bench.limits ? { limits: bench.limits } : {}),
    signal: bench.signal,
    // A server that is right for one draw alone must not pass each time.
    seed: randomInt(2 ** 31),
  };
}

/** Returns why a variant is left out after these checks failed; `null` if none did. */
export function leftOutBy(
  failed: readonly CheckResult[],
  { name }: Pick<TargetVariant, 'name'>,
): LeftOutState | null {
  if (failed.length === 0) return null;
  const reasons = failed.map((check) => `${check.id}: ${check.detail?.summary ?? 'failed'}`);
  return {
    step: 'verify',
    reason: cutToLength(reasons.join('; '), MOST_MESSAGE),
    next: `npm run bench -- verify ${name}`,
  };
}

/** Returns the scenarios whose database is available: without it, a server is right to answer 500. */
export function servable(available: Serving['databases'], scenarios: readonly ScenarioId[]): ScenarioId[] {
  return scenarios.filter((id) => {
    const { database } = scenarioOf(id);
    return database === null || available[database] !== undefined;
  });
}

/**
 * Returns why a server's main process is no longer there: the checks only say that nobody answers, and nothing if others
 * of its processes do. `null` if it runs.
 */
async function deathOf(
  server: RunningServer,
  { name, target }: Pick<TargetVariant, 'name' | 'target'>,
  failed: readonly CheckResult[],
): Promise<PitwallError | null> {
  const end = await Promise.race([server.exited, null]);
  if (end === null) return null;
  const how = failed.length > 0 ? ' and send what the first failed check sent' : '';
  return earlyExit(server, end, {
    what: `${name} exited while it was verified`,
    where: `targets/${target.id}`,
    next: `Start it by hand${how}: ${server.byHand}`,
  });
}

function leftOutAt(
  step: 'build' | 'start' | 'verify',
  error: unknown,
  name: string,
): { leftOut: LeftOutState; error: PitwallError } {
  const known =
    error instanceof PitwallError
      ? error
      : new PitwallError({
          what: `The ${step} failed`,
          where: name,
          expected: 'no error',
          seen: messageOf(error),
          next: `npm run bench -- ${step === 'build' ? 'build' : 'verify'} ${name}`,
          cause: error,
        });
  return {
    leftOut: { step, reason: cutToLength(`${known.what}: ${known.seen}`, MOST_MESSAGE), next: known.next },
    error: known,
  };
}
