import { toolchainPath } from '../../launch/toolchains.ts';
import type { ReleaseHistory, Target } from '../../model/index.ts';
import { runCommand } from '../../process/command.ts';
import type { PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { compareVersions } from '../../util/versions.ts';
import { lockedPackage } from '../packages/lock-file.ts';
import { lockedRuntime, type RuntimeName } from '../packages/runtimes.ts';
import { lockedVersion } from '../provenance.ts';
import type { ListedRelease } from './registry-client.ts';

/** The release that all others of a history are compared with. */

/**
 * Returns the frozen release: that of the history, which never changes; for a new history the one asked for, or the
 * version that the target has now. Throws a PitwallError if the history has another one, or the registry does not list
 * it.
 */
export async function frozenRelease(
  { target, root }: { target: Target; root: string },
  { name, role }: ReleaseHistory['package'],
  history: ReleaseHistory | null,
  listed: readonly ListedRelease[],
  asked: string | null,
): Promise<ListedRelease> {
  const own = history?.releases.find(({ outcome }) => outcome.state === 'frozen')?.version ?? null;
  const wanted = asked === null ? null : asked.replace(/^v/, '');
  if (own !== null && wanted !== null && wanted !== own) throw otherFrozen(own, wanted);
  const version = own ?? wanted ?? (await versionNow(root, target, { name, role }));
  const release = listed.find((one) => one.version === version);
  if (release !== undefined) return release;
  // What was measured stays, whatever the registry lists by now.
  const known = history?.releases.find((one) => one.version === version);
  if (known !== undefined) return { version, releasedAt: known.releasedAt, leftOut: null };
  throw noSuchFrozen(name, version, listed);
}

async function versionNow(
  root: string,
  target: Target,
  { name, role }: Pick<ReleaseHistory['package'], 'name' | 'role'>,
): Promise<string> {
  if (role === 'framework') return lockedVersion(target) ?? '';
  if (role === 'library') return lockedPackage(target, name) ?? '';
  const locked = lockedRuntime(target.folder, name as RuntimeName);
  if (locked !== null) return locked;
  const { stdout } = await runCommand(target.manifest.runtime.process, {
    cwd: target.folder,
    environment: { ...process.env, PATH: toolchainPath(root) },
    timeoutSeconds: 20,
  });
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '';
}

function otherFrozen(expected: string, seen: string): PitwallError {
  return usageError({
    what: 'The history has another frozen release',
    where: '--frozen',
    expected,
    seen,
    next: 'Leave the option out, or delete the folder of the history to begin a new one',
  });
}

function noSuchFrozen(name: string, frozen: string, listed: readonly ListedRelease[]): PitwallError {
  const finished = listed.filter(({ leftOut }) => leftOut === null);
  const near = finished.filter(({ version }) => compareVersions(version, frozen) <= 0).at(-1)?.version;
  return usageError({
    what: 'The registry does not list the frozen release',
    where: `--frozen of ${name}`,
    expected: 'one of its releases',
    seen: frozen || 'no one version: the target allows several',
    next: `Name another one: --frozen ${near ?? finished.at(-1)?.version ?? '<version>'}`,
  });
}
