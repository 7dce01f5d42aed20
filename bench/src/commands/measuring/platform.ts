import { exitCodes, PitwallError } from '../../util/errors.ts';

/** What starts no programs, and so works on every system that has Node. */
const ANYWHERE = 'list, validate, new, show, verdict, history and lint work here too';

/** Names of systems as their users know them. */
const TITLES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', win32: 'Windows' };

/**
 * Throws a PitwallError where nothing can be measured: CPU time, memory and the processes of a server are
 * read from the Linux kernel.
 */
export function requireLinux(platform: NodeJS.Platform = process.platform): void {
  if (platform === 'linux') return;
  throw new PitwallError({
    what: 'Building, verifying and measuring need Linux',
    where: 'this machine',
    expected: 'Linux, or Docker, in whose container npm start runs',
    seen: TITLES[platform] ?? platform,
    next: `Run npm start, which uses Docker where it is (${ANYWHERE})`,
    exitCode: exitCodes.missing,
  });
}
