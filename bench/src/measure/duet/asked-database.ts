import type { Database, DatabaseCounters } from '../../databases/database.ts';
import type { LoadReport } from '../../load/loader.ts';
import type { Scenario, SharedData } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { databaseMarks, hasRestarted, leastRows } from '../slice/database-marks.ts';

/** The database of one side in one pair, which has to be asked as often as the side's server answers. */
export class AskedDatabase {
  readonly #database: Database;
  readonly #before: DatabaseCounters;
  #responses = 0;

  private constructor(database: Database, before: DatabaseCounters) {
    this.#database = database;
    this.#before = before;
  }

  /** Reads what it has counted. Call it before the server starts. */
  static async watch(database: Database): Promise<AskedDatabase> {
    return new AskedDatabase(database, await database.counters());
  }

  /** Adds the responses of a load. A server that is not ready yet may refuse without a query. */
  answered({ requests, statusAtLeast400 }: LoadReport): void {
    this.#responses += requests - statusAtLeast400;
  }

  /**
   * Throws a PitwallError if the database counted less than the answers imply, or no longer says how much: a server may
   * have made it forget. Call it when the server has stopped: some databases add up what a running one asks only later.
   */
  async requireQueries(scenario: Scenario, data: SharedData): Promise<void> {
    const after = await this.#database.counters();
    const [mark] = databaseMarks(this.#before, after, this.#responses, leastRows(scenario, data));
    const seen = hasRestarted(this.#before, after)
      ? 'counters that began anew within the pair'
      : mark?.detail;
    if (seen === undefined) return;
    const { product } = this.#database;
    throw new PitwallError({
      what: `The answers did not come from ${product}`,
      where: scenario.id,
      expected: `at least a query of ${product} for each answer`,
      seen,
      next: 'Read the handler for what it keeps from one request to the next',
    });
  }
}
