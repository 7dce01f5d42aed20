import type { ChangedRow, Database, DatabaseCounters } from '../../../src/databases/database.ts';
import { RowChanges } from '../../../src/databases/row-changes.ts';
import type { DatabaseKind, SharedData, Table, TableRow } from '../../../src/model/index.ts';
import { type MenuRow, menuRows, menusInOrder } from '../../../src/scenarios/menus.ts';
import { type AccountRow, accountRows } from '../../../src/scenarios/tables/accounts.ts';
import { type UserDocument, userDocuments } from '../../../src/scenarios/users.ts';

/** The three databases in memory, each with the harness's side of a database and a server's. */
export interface FakeDatabases {
  postgresql: FakePostgres;
  mysql: FakeMysql;
  mongodb: FakeMongo;
}

export async function seededDatabases(data: SharedData): Promise<FakeDatabases> {
  const databases = { postgresql: new FakePostgres(), mysql: new FakeMysql(), mongodb: new FakeMongo() };
  for (const database of Object.values(databases)) await database.seed(data);
  return databases;
}

const copy = <Row extends object>(row: Row): Row => ({ ...row });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

abstract class FakeDatabase<Row extends TableRow> implements Database {
  abstract readonly kind: DatabaseKind;
  readonly provider = 'embedded';
  readonly product = 'Fake';
  readonly version = '1.0';
  readonly environment = {};
  protected rows: Row[] = [];
  #broken = false;
  #undoText = async (): Promise<void> => {};
  readonly #changes = new RowChanges(async (_, row) => {
    this.rows = this.rows.map((known) => (known.id === row.id ? (row as Row) : known));
  });
  /** Connections that servers have open. */
  open = 0;
  /** The most they had open at once. */
  mostOpen = 0;
  queries = 0;

  protected abstract rowsOf(data: SharedData): readonly Row[];
  /** What `changeText` changes: always the same, and once a text that no table names, to see that nothing depends on it. */
  protected abstract changing(): { row: Row; key: keyof Row };

  async seed(data: SharedData): Promise<void> {
    this.rows = this.rowsOf(data).map((row) => ({ ...row }));
    this.#broken = false;
    this.#undoText = async () => {};
    this.#changes.seeded(data);
  }

  async ping(): Promise<void> {}

  connect(): void {
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
  }

  disconnect(): void {
    this.open--;
  }

  /** What a server asks: takes a turn of the event loop, as a real one does, and throws while broken. */
  protected async query<T>(answer: (rows: Row[]) => T): Promise<T> {
    this.queries++;
    await turn();
    if (this.#broken) throw new Error('the table does not exist');
    return answer(this.rows);
  }

  async changeText(_: Table, marker: string): Promise<ChangedRow> {
    const { row, key } = this.changing();
    const old = row[key];
    const undo = async (): Promise<void> => {
      row[key] = old;
    };
    this.#undoText = undo;
    row[key] = marker as Row[keyof Row];
    return { row: { ...row }, undo };
  }

  changeRow(table: Table, marker: string): Promise<ChangedRow> {
    return this.#changes.changeRow(table, marker);
  }

  async undoChanges(): Promise<void> {
    await this.#undoText();
    await this.#changes.undoAll();
  }

  async countRows(): Promise<{ rows: number; distinctIds: number }> {
    await turn();
    const ids = this.rows.map(({ id }) => id);
    return { rows: ids.length, distinctIds: new Set(ids).size };
  }

  async connections(): Promise<number> {
    await turn();
    return this.open;
  }

  async breakTables(): Promise<{ restore(): Promise<void> }> {
    this.#broken = true;
    return {
      restore: async () => {
        this.#broken = false;
      },
    };
  }

  async counters(): Promise<DatabaseCounters> {
    return { queries: this.queries, rowsRead: null, rowsWritten: null, since: 0 };
  }

  async usage() {
    return null;
  }

  async close() {}
}

class FakePostgres extends FakeDatabase<MenuRow> {
  readonly kind = 'postgresql';

  protected rowsOf(data: SharedData): readonly MenuRow[] {
    return data.of(menuRows);
  }

  protected changing(): { row: MenuRow; key: 'name' } {
    return { row: menusInOrder(this.rows)[4] as MenuRow, key: 'name' };
  }

  select(limit: number): Promise<MenuRow[]> {
    return this.query((rows) => menusInOrder(rows).slice(0, limit).map(copy));
  }
}

class FakeMysql extends FakeDatabase<AccountRow> {
  readonly kind = 'mysql';
  #nextId = 1;
  #delayed = new Set<NodeJS.Timeout>();

  override async seed(data: SharedData): Promise<void> {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
    await super.seed(data);
    this.#nextId = Math.max(...data.of(accountRows).map(({ id }) => id)) + 1;
  }

  protected rowsOf(data: SharedData): readonly AccountRow[] {
    return data.of(accountRows);
  }

  protected changing(): { row: AccountRow; key: 'introduction' } {
    return { row: this.rows[2] as AccountRow, key: 'introduction' };
  }

  async readRows(_: Table, ids: readonly TableRow['id'][]): Promise<(AccountRow | null)[]> {
    await turn();
    return ids.map((id) => structuredClone(this.rows.find((row) => row.id === id) ?? null));
  }

  list(): Promise<AccountRow[]> {
    return this.query((rows) => rows.map(copy));
  }

  get(id: number): Promise<AccountRow | null> {
    return this.query((rows) => {
      const row = rows.find((candidate) => candidate.id === id);
      return row ? copy(row) : null;
    });
  }

  /** The id that the row was given. */
  insert(row: Omit<AccountRow, 'id'>): Promise<number> {
    return this.query((rows) => {
      const id = this.#nextId++;
      rows.push({ id, ...row });
      return id;
    });
  }

  /** Gives the id at once and stores the row some time after, as MySQL's `insert delayed` did. */
  insertDelayed(row: Omit<AccountRow, 'id'>, milliseconds: number): Promise<number> {
    return this.query((rows) => {
      const id = this.#nextId++;
      const timer = setTimeout(() => {
        this.#delayed.delete(timer);
        rows.push({ id, ...row });
      }, milliseconds);
      this.#delayed.add(timer);
      return id;
    });
  }
}

class FakeMongo extends FakeDatabase<UserDocument> {
  readonly kind = 'mongodb';

  protected rowsOf(data: SharedData): readonly UserDocument[] {
    return data.of(userDocuments);
  }

  protected changing(): { row: UserDocument; key: 'username' } {
    return { row: this.rows[1] as UserDocument, key: 'username' };
  }

  find(): Promise<UserDocument[]> {
    return this.query((rows) => rows.map(copy));
  }
}
