import type { Built, RunningServer, ServerSettings } from '../launch/launcher.ts';
import { DATABASE_POOL_SIZE } from '../model/index.ts';
import { freePort } from '../util/port.ts';
import type { Bench } from './bench.ts';
import type { TargetVariant } from './catalog/targets.ts';

/** Starts one server of a target variant on a free port, with all that the contract gives it. */
export async function startServer(bench: Bench, entry: TargetVariant, built: Built): Promise<RunningServer> {
  return bench.launcher.start(built, entry.variant, await settingsFor(bench, entry), bench.signal);
}

export async function settingsFor(bench: Bench, { target }: TargetVariant): Promise<ServerSettings> {
  const environments = Object.values(bench.databases)
    .filter(({ kind }) => target.manifest.databaseAccess[kind] !== undefined)
    .map(({ environment }) => environment);
  return {
    host: '127.0.0.1',
    port: await freePort(),
    processors: bench.processors.server,
    environment: Object.assign({ DB_POOL_SIZE: String(DATABASE_POOL_SIZE) }, ...environments),
  };
}
