import type { TargetVariant } from '../../catalog/targets.ts';
import { LOOPBACK } from '../../hosts/hosts.ts';
import type { Built, RunningServer, ServerSettings } from '../../launch/launcher.ts';
import { type ProcessorTimes, readProcessorTimes } from '../../machine/machine.ts';
import { DATABASE_POOL_SIZE } from '../../model/index.ts';
import { freePort } from '../../process/port.ts';
import { type Bench, isHere } from '../bench.ts';

/** Starts one server of a target variant on a free port, with the environment that the contract defines. */
export async function startServer(
  bench: Bench,
  targetVariant: TargetVariant,
  built: Built,
): Promise<RunningServer> {
  return bench.launcher.start(
    built,
    targetVariant.variant,
    await settingsFor(bench, targetVariant),
    bench.signal,
  );
}

export async function settingsFor(bench: Bench, { target }: TargetVariant): Promise<ServerSettings> {
  const environments = Object.values(bench.databases)
    .filter(({ kind }) => target.manifest.databaseAccess[kind] !== undefined)
    .map(({ environment }) => environment);
  return {
    host: bench.hosts?.server.address ?? LOOPBACK,
    port: await freePort(),
    processors: bench.processors.server,
    ...(bench.network && { network: bench.network }),
    environment: Object.assign({ DB_POOL_SIZE: String(DATABASE_POOL_SIZE) }, ...environments),
  };
}

/** Reads the processor times of the server's machine; `null` if it is not this machine. */
export function serverTimes(bench: Bench): ProcessorTimes | null {
  return isHere(bench, 'server') ? readProcessorTimes() : null;
}
