import { runCommand } from '../../process/command.ts';
import { PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';
import type { PinnedPackage } from './pin-way.ts';
import { saidAtEnd } from './registry-fault.ts';

/** A commit of a Go module in place of a version, whole or cut short. */
const COMMIT = /^[0-9a-f]{7,40}$/;

/**
 * Returns the packages with the version that Go gives each commit: a pseudo-version, or the release that the commit is.
 * Throws a PitwallError if the registry has no such commit.
 */
export async function withGoVersions<Pinned extends PinnedPackage>(
  folder: string,
  pins: readonly Pinned[],
  signal: AbortSignal,
): Promise<Pinned[]> {
  const all: Pinned[] = [];
  for (const pin of pins)
    all.push(COMMIT.test(pin.version) ? { ...pin, version: await versionOf(folder, pin, signal) } : pin);
  return all;
}

async function versionOf(
  folder: string,
  { package: name, version }: PinnedPackage,
  signal: AbortSignal,
): Promise<string> {
  const asked = await runCommand(['go', 'list', '-m', '-f', '{{.Version}}', `${name}@${version}`], {
    cwd: folder,
    environment: process.env,
    timeoutSeconds: 120,
    signal,
  });
  const [, found] = /^v(\S+)$/m.exec(asked.stdout) ?? [];
  if (asked.exitCode === 0 && found !== undefined) return found;
  const output = `${asked.stdout}\n${asked.stderr}`;
  throw new PitwallError({
    what: 'Go has no version for the commit',
    where: `${name}@${version}`,
    expected: 'a commit of the module',
    seen: asked.timedOut ? 'timeout exceeded: no answer within 120 s' : saidAtEnd(output, tailOf(output, 4)),
    next: 'Name a commit that its repository has; if the proxy has no commits, set GOPROXY=direct',
  });
}
