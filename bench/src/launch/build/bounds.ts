import type { BuildBounds, BuildUse } from '../../hosts/build-guard.ts';
import type { Target } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';

/** What the bounds of a build say about how it ended. Pure, except for the error. */

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB of memory`;

export function boundsText({ memoryBytes, processes }: BuildBounds & { memoryBytes: number }): string {
  return `${mebibytes(memoryBytes)} and ${processes} processes`;
}

/** What shells, compilers and engines print about a process that the kernel killed. */
const KILLED = /\b(?:exit code: 137|signal: killed|Killed|OutOfMemory|cannot allocate memory)\b/i;

/** Returns which bound a failed build reached, in words; `null` if none. */
export function boundReached(
  output: string,
  bounds: BuildBounds & { memoryBytes: number },
  use: BuildUse,
): string | null {
  if (use.processes !== null && use.processes >= bounds.processes)
    return `it reached its bound of ${bounds.processes} processes`;
  // The kernel also counts refusals after which it found memory in a cache.
  if ((use.refusedMemory ?? 0) > 0 && KILLED.test(output))
    return `it reached its bound of ${mebibytes(bounds.memoryBytes)}`;
  return null;
}

/**
 * Throws a PitwallError if the build ran steps that its control group knows nothing of: the engine put them
 * elsewhere, so nothing bounded them.
 */
export function requireBounded(target: Target, output: string, { cpuNanoseconds }: BuildUse): void {
  if (!ranSteps(output) || cpuNanoseconds !== 0) return;
  throw new PitwallError({
    what: `The engine does not bound the build of ${target.build}`,
    where: 'docker build --cgroup-parent',
    expected: 'steps that run in the control group with the limits',
    seen: 'steps that used no CPU time there',
    next: 'Use Docker 23 with buildx 0.11.1 or newer, and its own builder (docker buildx use default); for targets that you trust: unset PITWALL_UNTRUSTED',
  });
}

/**
 * Whether BuildKit's plain output names a RUN step that did not come from the cache. Only a line feed ends a line of it:
 * what a step prints has a number and a time before it, and a carriage return in the middle must not begin another line.
 */
export function ranSteps(output: string): boolean {
  const lines = output.split('\n');
  const numbers = (pattern: RegExp): string[] => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const cached = new Set(numbers(/^#(\d+) CACHED/));
  return numbers(/^#(\d+) \[[^\]]*\] RUN /).some((step) => !cached.has(step));
}

/** A Dockerfile may name the program that reads it in its first lines, or be something else in JSON. */
const FRONTEND = /^(?:#|\/\/)\s*syntax\s*=(.*)$/is;
const OWN_FRONTEND = /^(?:docker\.io\/)?docker\/dockerfile(?::[\w.-]+)?(?:@sha256:\w+)?$/;

/**
 * Throws a PitwallError if the Dockerfile names a frontend other than Docker's: BuildKit runs a frontend
 * outside of the control group that bounds the steps.
 */
export function requireOwnFrontend(target: Target, dockerfile: string): void {
  // Line by line, in one pass: a stranger may have put a million blanks or empty lines before it.
  const named = dockerfile.split('\n').flatMap((line) => {
    const name = FRONTEND.exec(line.trim())?.[1];
    return name === undefined ? [] : [name.trim() || 'none'];
  });
  const foreign = /^\s*(?:#!.*\n\s*)?\{/.test(dockerfile)
    ? 'a document in JSON'
    : named.find((name) => !OWN_FRONTEND.test(name));
  if (foreign === undefined) return;
  throw new PitwallError({
    what: `The Dockerfile of ${target.build} names a frontend of its own`,
    where: `targets/${target.id}/${target.manifest.container.dockerfile}`,
    expected: 'no syntax directive, or # syntax=docker/dockerfile:1',
    seen: foreign.slice(0, 200),
    next: 'Remove the directive: nothing bounds what another frontend does',
  });
}
