import type { RunningServer } from '../launch/launcher.ts';
import { describeEnd } from '../process/process-end.ts';
import { PitwallError } from '../util/errors.ts';

/**
 * Ends a measurement as soon as its server exits by itself, instead of waiting for the loader to time out.
 */
export function watchForExit(
  server: RunningServer,
  /** Name of the measurement: target, scenario and load. */
  name: string,
): { died: Promise<never>; signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  let watching = true;
  const died = server.exited.then((end): Promise<never> => {
    if (!watching) return new Promise(() => {});
    const lines = server.log().trim().split('\n').slice(-3).join(' | ');
    const error = new PitwallError({
      what: 'The server exited while it was measured',
      where: name,
      expected: 'a server that runs until it is stopped',
      seen: `${describeEnd(end)}${lines ? `; it last wrote: ${lines}` : ''}`,
      next: `Start it by hand: ${server.command.join(' ')}`,
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
