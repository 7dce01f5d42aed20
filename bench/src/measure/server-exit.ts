import type { RunningServer } from '../launch/launcher.ts';
import { describeEnd, type ProcessEnd } from '../process/process-end.ts';
import { PitwallError } from '../util/errors.ts';
import { crashOf } from '../util/lines.ts';

/** The error of a server that ended without being told to. */
export function earlyExit(
  server: Pick<RunningServer, 'log'>,
  end: ProcessEnd,
  said: { what: string; where: string; next: string },
): PitwallError {
  return new PitwallError({
    ...said,
    expected: 'a server that runs until it is stopped',
    seen: `${describeEnd(end)}; it wrote: ${crashOf(server.log())}`,
  });
}

/**
 * Ends a measurement as soon as its server exits by itself, instead of waiting for the loader to time out.
 */
export function watchForExit(
  server: Pick<RunningServer, 'exited' | 'log' | 'byHand'>,
  /** Name of the measurement: target, scenario and load. */
  name: string,
): { died: Promise<never>; signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  let watching = true;
  const died = server.exited.then((end): Promise<never> => {
    if (!watching) return new Promise(() => {});
    const error = earlyExit(server, end, {
      what: 'The server exited while it was measured',
      where: name,
      next: `Start it by hand: ${server.byHand}`,
    });
    controller.abort(error);
    return Promise.reject(error);
  });
  died.catch(() => {});
  return {
    died,
    signal: controller.signal,
    forget() {
      watching = false;
    },
  };
}
