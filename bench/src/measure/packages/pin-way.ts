/** A package by its full name, and a version. */
export interface PinnedPackage {
  package: string;
  version: string;
}

/**
 * Pins packages in a copy of a target, and updates its lock file. Throws a PitwallError if that is not possible.
 *
 * @param runtime the version of the runtime that the same side names; `null` if it keeps its own
 */
export type PinWay = (
  folder: string,
  pins: readonly PinnedPackage[],
  signal: AbortSignal,
  runtime: string | null,
) => Promise<void>;
