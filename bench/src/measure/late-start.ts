import type { TargetVariant } from '../catalog/targets.ts';
import type { Database } from '../databases/database.ts';
import { type LateDatabase, lateDatabase } from '../databases/late-database.ts';
import type { Built, RunningServer } from '../launch/launcher.ts';
import { databaseTitles, scenarioOf } from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';
import type { CheckResult } from '../verify/checks/check.ts';
import { failedLateStart, skippedLateStart, verifyLateDatabase } from '../verify/verify.ts';
import { isHere, type Preparing, type Serving } from './bench.ts';
import { servable, verifyOptions } from './prepare.ts';
import { startServer } from './slice/target-server.ts';

/**
 * Starts a variant before its databases can be reached, and checks that it serves what needs none, and the rest once
 * they can be, also after its connections to them broke. Returns no checks if the target uses no database. Skips the
 * checks if the harness cannot put itself before one: the server runs elsewhere, in a network of its own, or reaches the
 * database by a socket file. Throws only if interrupted, or if another program took the address.
 */
export async function verifyLateStart(
  bench: Serving & Pick<Preparing, 'data' | 'limits'>,
  targetVariant: TargetVariant,
  built: Built,
): Promise<CheckResult[]> {
  const scenarios = servable(bench.databases, targetVariant.target.manifest.scenarios);
  const kinds = new Set(scenarios.flatMap((id) => scenarioOf(id).database ?? []));
  if (kinds.size === 0) return [];
  if (bench.network || !isHere(bench.hosts, 'server'))
    return skippedLateStart('not judged: the server does not run on the loopback interface of this machine');
  const late: LateDatabase[] = [];
  try {
    for (const kind of kinds) {
      const one = await lateDatabase(bench.databases[kind] as Database);
      if (one === null)
        return skippedLateStart(`not judged: ${databaseTitles[kind]} has no single TCP address`);
      late.push(one);
    }
    const databases = Object.fromEntries(late.map(({ database }) => [database.kind, database]));
    let server: RunningServer;
    try {
      server = await startServer({ ...bench, databases }, targetVariant, built);
    } catch (error) {
      bench.signal.throwIfAborted();
      if (!(error instanceof PitwallError)) throw error;
      return failedLateStart(error);
    }
    try {
      return await verifyLateDatabase(verifyOptions(bench, server, scenarios), {
        async letIn() {
          for (const one of late) await one.letIn();
        },
        cut() {
          for (const one of late) one.cut();
        },
      });
    } finally {
      await server.stop();
    }
  } finally {
    for (const one of late) await one.close();
  }
}
