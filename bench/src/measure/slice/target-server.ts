import type { TargetVariant } from '../../catalog/targets.ts';
import { LOOPBACK } from '../../hosts/hosts.ts';
import type { Built, RunningServer, ServerSettings } from '../../launch/launcher.ts';
import { type ProcessorTimes, readProcessorTimes } from '../../machine/processor-times.ts';
import { DATABASE_POOL_SIZE } from '../../model/index.ts';
import { freePort } from '../../process/port.ts';
import { isHere, type Serving } from '../bench.ts';

/** Starts one server of a target variant on a free port, with the environment that the contract defines. */
export async function startServer(
  serving: Serving,
  targetVariant: TargetVariant,
  built: Built,
): Promise<RunningServer> {
  return serving.launcher.start(
    built,
    targetVariant.variant,
    await settingsFor(serving, targetVariant),
    serving.signal,
  );
}

type Settings = Omit<Serving, 'launcher' | 'signal'>;

export async function settingsFor(serving: Settings, { target }: TargetVariant): Promise<ServerSettings> {
  const environments = Object.values(serving.databases)
    .filter(({ kind }) => target.manifest.databaseAccess[kind] !== undefined)
    .map(({ environment }) => environment);
  return {
    host: serving.hosts?.server.address ?? LOOPBACK,
    port: await freePort(),
    processors: serving.processors.server,
    ...(serving.network && { network: serving.network }),
    environment: Object.assign({ DB_POOL_SIZE: String(DATABASE_POOL_SIZE) }, ...environments),
  };
}

/** Reads the CPU times of the server's machine; `null` if it is not this machine. */
export function serverTimes(hosts: Serving['hosts']): ProcessorTimes | null {
  return isHere(hosts, 'server') ? readProcessorTimes() : null;
}
