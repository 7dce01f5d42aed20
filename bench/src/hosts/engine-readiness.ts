import { z } from 'zod';
import type { ReadinessFinding } from '../machine/machine-readiness.ts';
import { compareVersions } from '../util/versions.ts';
import { docker, dockerAvailable } from './docker.ts';
import { UNTRUSTED_VARIABLE } from './side-network.ts';

/**
 * Says whether an engine has what compose.yaml, bounded builds and the networks of sides need. Without this, a runner
 * finds out in the middle of a pull request's measurement.
 */

/** What `docker info` says, as far as it decides. */
const infoSchema = z.object({
  ServerVersion: z.string(),
  CgroupVersion: z.string().optional(),
  MemoryLimit: z.boolean().optional(),
  PidsLimit: z.boolean().optional(),
  SecurityOptions: z.array(z.string()).nullish(),
  ClientInfo: z
    .object({ Plugins: z.array(z.object({ Name: z.string(), Version: z.string().optional() })).nullish() })
    .optional(),
});

/** The first versions that have what is used, and what that is. */
const LEAST = {
  engine: { version: '20.10', why: 'control groups of the machine in a container' },
  compose: { version: '2.30', why: '`format` of env_file in compose.yaml' },
  buildx: { version: '0.11.1', why: '--cgroup-parent' },
} as const;
/** Older engines put the steps of all builds into one group, whose limits all builds then share. */
const OWN_GROUP_SINCE = '23.0';
const INSTALL = 'Install Docker’s own packages: https://docs.docker.com/engine/install/';

/** Asks the engine of a context; returns one finding if it does not answer. */
export async function engineReadiness(context: string | null = null): Promise<ReadinessFinding[]> {
  const state = await dockerAvailable(context);
  if (!state.available) return [{ name: 'engine', state: 'wrong', detail: state.reason, next: state.next }];
  const { stdout } = await docker(['info', '--format', '{{json .}}'], {
    what: 'The Docker engine does not describe itself',
    context,
  });
  return judgeEngine(JSON.parse(stdout));
}

/** Judges the answer of `docker info` in JSON. */
export function judgeEngine(answer: unknown): ReadinessFinding[] {
  const parsed = infoSchema.safeParse(answer);
  if (!parsed.success)
    return [
      { name: 'engine', state: 'wrong', detail: 'docker info describes another program', next: INSTALL },
    ];
  const { ServerVersion, CgroupVersion, MemoryLimit, PidsLimit, SecurityOptions, ClientInfo } = parsed.data;
  const plugin = (name: string): string | null =>
    ClientInfo?.Plugins?.find((candidate) => candidate.Name === name)?.Version ?? null;
  const rootless = (SecurityOptions ?? []).some((option) => option.includes('rootless'));
  return [
    withGroups(versionFinding('engine', ServerVersion)),
    versionFinding('compose', plugin('compose')),
    versionFinding('buildx', plugin('buildx')),
    {
      name: 'root',
      state: rootless ? 'wrong' : 'ready',
      detail: rootless
        ? 'the engine runs without root, so it can neither bound builds nor separate sides'
        : 'yes',
      next: rootless
        ? `Use an engine that root runs: docker context use default; if all code is trusted: unset ${UNTRUSTED_VARIABLE}`
        : null,
    },
    limits(CgroupVersion ?? null, MemoryLimit ?? null, PidsLimit ?? null),
  ];
}

function versionFinding(name: keyof typeof LEAST, version: string | null): ReadinessFinding {
  const { version: least, why } = LEAST[name];
  const number = /\d+(?:\.\d+)*/.exec(version ?? '')?.[0];
  const state =
    version === null
      ? 'wrong'
      : number === undefined
        ? 'unknown'
        : compareVersions(number, least) < 0
          ? 'wrong'
          : 'ready';
  const seen = version ?? 'not installed';
  return {
    name,
    state,
    detail: state === 'ready' ? seen : `${seen}; ${least} or later is needed for ${why}`,
    next: state === 'ready' ? null : INSTALL,
  };
}

function withGroups(engine: ReadinessFinding): ReadinessFinding {
  const number = /\d+(?:\.\d+)*/.exec(engine.detail)?.[0] ?? '';
  if (engine.state !== 'ready' || compareVersions(number, OWN_GROUP_SINCE) >= 0) return engine;
  const detail = `${engine.detail}: all builds share one control group; from ${OWN_GROUP_SINCE} on each has its own`;
  return { ...engine, detail };
}

/** Both versions of control groups do, if the kernel lets them limit memory and processes. */
function limits(version: string | null, memory: boolean | null, processes: boolean | null): ReadinessFinding {
  const groups = `control groups of version ${version ?? 'unknown'}`;
  const absent = [...(memory === false ? ['memory'] : []), ...(processes === false ? ['processes'] : [])];
  if (absent.length > 0)
    return {
      name: 'limits',
      state: 'wrong',
      detail: `${groups}, which do not limit ${absent.join(' and ')}`,
      next: 'Boot with the kernel’s controllers: cgroup_enable=memory, and no cgroup_disable=memory or pids',
    };
  const known = memory === true && processes === true;
  return { name: 'limits', state: known ? 'ready' : 'unknown', detail: groups, next: null };
}
