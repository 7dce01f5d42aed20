import type { Database, DatabaseCounters } from '../../databases/database.ts';
import type { LoadReport } from '../../load/loader.ts';
import type { DatabaseKind, Scenario, SharedData } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { databaseMarks, hasRestarted, leastRows } from '../slice/database-marks.ts';
import { forSide, SIDES, type Side } from './side-error.ts';

type DatabasesOfSides = Readonly<
  Record<Side, { bench: { databases: Readonly<Partial<Record<DatabaseKind, Database>>> } }>
>;

/**
 * The databases of one start of both sides. Where each side has its own, it has to be asked as often as the side's server
 * answers. Of two sides that share one, nothing tells which did not ask it.
 */
export class AskedDatabases {
  readonly #data: SharedData;
  readonly #asked: ReadonlyMap<DatabaseKind, Record<Side, AskedDatabase>>;

  private constructor(data: SharedData, asked: ReadonlyMap<DatabaseKind, Record<Side, AskedDatabase>>) {
    this.#data = data;
    this.#asked = asked;
  }

  /** Fills the databases that these scenarios ask, and reads what they have counted. Call it before servers start. */
  static async fill(
    sides: DatabasesOfSides,
    scenarios: readonly Scenario[],
    data: SharedData,
  ): Promise<AskedDatabases> {
    const asked = new Map<DatabaseKind, Record<Side, AskedDatabase>>();
    for (const kind of new Set(scenarios.flatMap(({ database }) => database ?? []))) {
      const [base, head] = SIDES.map((side) => sides[side].bench.databases[kind]);
      await Promise.all([...new Set([base, head])].map((database) => database?.seed(data)));
      if (!base || !head || base === head) continue;
      asked.set(kind, {
        base: await forSide('base', () => AskedDatabase.watch(base)),
        head: await forSide('head', () => AskedDatabase.watch(head)),
      });
    }
    return new AskedDatabases(data, asked);
  }

  /** Adds the responses of a load on a side, be it one that warms up or one that is measured. */
  answered(side: Side, scenario: Scenario, report: LoadReport): void {
    if (scenario.database) this.#asked.get(scenario.database)?.[side].answered(scenario, report, this.#data);
  }

  /**
   * Throws a SideError if a side did not ask the scenario's database for each answer of the start, or nothing tells any
   * more. Call it when the servers have stopped: some databases add up what a running one asks only later.
   */
  async requireQueries({ id, database }: Scenario): Promise<void> {
    const asked = database && this.#asked.get(database);
    if (asked) for (const side of SIDES) await forSide(side, () => asked[side].requireQueries(id));
  }
}

/** The database of one side in one start. */
class AskedDatabase {
  readonly #database: Database;
  readonly #before: DatabaseCounters;
  #responses = 0;
  readonly #rows = { read: 0, written: 0 };

  private constructor(database: Database, before: DatabaseCounters) {
    this.#database = database;
    this.#before = before;
  }

  static async watch(database: Database): Promise<AskedDatabase> {
    return new AskedDatabase(database, await database.counters());
  }

  /** A server that is not ready yet may refuse without a query. */
  answered(scenario: Scenario, { requests, statusAtLeast400 }: LoadReport, data: SharedData): void {
    const responses = requests - statusAtLeast400;
    const { read, written } = leastRows(scenario, data);
    this.#responses += responses;
    this.#rows.read += responses * read;
    this.#rows.written += responses * written;
  }

  /** Throws a PitwallError if the database counted less than the answers imply, or no longer says how much. */
  async requireQueries(where: string): Promise<void> {
    const after = await this.#database.counters();
    const each = {
      read: this.#rows.read / Math.max(1, this.#responses),
      written: this.#rows.written / Math.max(1, this.#responses),
    };
    const [mark] = databaseMarks(this.#before, after, this.#responses, each);
    const seen = hasRestarted(this.#before, after)
      ? 'counters that began anew within the pair'
      : mark?.detail;
    if (seen === undefined) return;
    const { product } = this.#database;
    throw new PitwallError({
      what: `The answers did not come from ${product}`,
      where,
      expected: `at least a query of ${product} for each answer`,
      seen,
      next: 'Read the handler for what it keeps from one request to the next',
    });
  }
}
