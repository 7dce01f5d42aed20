import { PitwallError } from '../../util/errors.ts';

export type Side = 'base' | 'head';
export const SIDES: readonly Side[] = ['base', 'head'];

/** A side died or answered wrongly, so the pair gives no figure. */
export class SideError extends Error {
  readonly side: Side;

  constructor(side: Side, cause: unknown) {
    super(cause instanceof PitwallError ? `${cause.what}: ${cause.seen}` : String(cause), { cause });
    this.name = 'SideError';
    this.side = side;
  }
}

/** Does the work of one side; throws a SideError of that side if it fails. */
export async function forSide<T>(side: Side, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SideError ? error : new SideError(side, error);
  }
}
