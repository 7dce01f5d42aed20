import type { Database } from '../../../databases/database.ts';
import type { Scenario } from '../../../model/index.ts';
import type { Measuring } from '../../bench.ts';

/** The tables of a block, whose rows are as seeded whenever a load begins. */
export class SeededTables {
  readonly #bench: Pick<Measuring, 'databases' | 'data'>;
  /** Databases with rows added since these were last removed. */
  readonly #grown = new Set<Database>();
  #isInserting = false;

  constructor(bench: Pick<Measuring, 'databases' | 'data'>) {
    this.#bench = bench;
  }

  /** Whether the latest load may have added rows. */
  get isInserting(): boolean {
    return this.#isInserting;
  }

  /** Restores the seeded rows for a load of this scenario. */
  async prepare({ database: kind, inserts }: Pick<Scenario, 'database' | 'inserts'>): Promise<void> {
    this.#isInserting = inserts !== undefined;
    const database = kind === null ? undefined : this.#bench.databases[kind];
    if (!database) return;
    // A load that failed may have left its row changed. To seed anew would set PostgreSQL's counts of rows to zero.
    await database.undoChanges();
    if (this.#grown.has(database)) {
      await database.removeAdded?.(this.#bench.data);
      this.#grown.delete(database);
    }
    if (inserts !== undefined) this.#grown.add(database);
  }
}
