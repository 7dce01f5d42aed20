/** How a process ended: with an exit code, or by a signal. */
export interface ProcessEnd {
  exitCode: number | null;
  signal: string | null;
}

/** `exit code 1`, `signal SIGKILL`: for an error's `seen`. */
export function describeEnd({ exitCode, signal }: ProcessEnd): string {
  return signal === null ? `exit code ${exitCode}` : `signal ${signal}`;
}
