import { PitwallError } from './errors.ts';

/** Of MySQL and PostgreSQL: the harness waited too long for a lock that another client holds. */
const LOCK_CODES: readonly unknown[] = ['ER_LOCK_WAIT_TIMEOUT', '55P03'];

/** Whether a query of the harness failed because another client, such as the server under test, holds a lock. */
export function isLockWait(error: unknown): error is PitwallError {
  const { code } = (error instanceof PitwallError ? (error.cause ?? {}) : {}) as { code?: unknown };
  return LOCK_CODES.includes(code);
}
