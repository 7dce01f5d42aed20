import type { RunningServer } from '../launch/launcher.ts';
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
  const died = server.exited.then(({ exitCode, signal }): Promise<never> => {
    if (!watching) return new Promise(() => {});
    const lines = server.log().trim().split('\n').slice(-3).join(' | ');
    const error = new PitwallError({
      what: 'The server exited while it was measured',
      where: name,
      expected: 'a server that runs until it is stopped',
      seen: `${signal ? `signal ${signal}` : `exit code ${exitCode}`}${lines ? `; it last wrote: ${lines}` : ''}`,
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
