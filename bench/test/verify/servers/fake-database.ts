import type { ChangedRow, Database, DatabaseCounters } from '../../../src/databases/database.ts';
import {
  type AccountRow,
  type DatabaseKind,
  type MenuRow,
  menusInOrder,
  type ScenarioId,
  type SharedData,
  type UserDocument,
} from '../../../src/model/index.ts';

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

abstract class FakeDatabase<Row> implements Database {
  abstract readonly kind: DatabaseKind;
  readonly provider = 'embedded';
  readonly product = 'Fake';
  readonly version = '1.0';
  readonly environment = {};
  protected rows: Row[] = [];
  #broken = false;
  /** Connections that servers have open. */
  open = 0;
  /** The most they had open at once. */
  mostOpen = 0;
  queries = 0;

  protected abstract rowsOf(data: SharedData): readonly Row[];
  /** What `changeRow` changes: the row, the text in it, and the request that shows it. */
  protected abstract changing(scenario: ScenarioId): { row: Row; key: keyof Row; path: string };

  async seed(data: SharedData): Promise<void> {
    this.rows = this.rowsOf(data).map((row) => ({ ...row }));
    this.#broken = false;
  }

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

  async changeRow(scenario: ScenarioId, marker: string): Promise<ChangedRow> {
    const { row, key, path } = this.changing(scenario);
    const old = row[key];
    row[key] = marker as Row[keyof Row];
    return {
      request: { method: 'GET', path },
      marker,
      undo: async () => {
        row[key] = old;
      },
    };
  }

  async countRows(): Promise<{ rows: number; distinctIds: number }> {
    await turn();
    const ids = this.rows.map((row) => (row as { id: unknown }).id);
    return { rows: ids.length, distinctIds: new Set(ids).size };
  }

  async connections(): Promise<number> {
    await turn();
    return this.open;
  }

  async breakTable(): Promise<{ restore(): Promise<void> }> {
    this.#broken = true;
    return {
      restore: async () => {
        this.#broken = false;
      },
    };
  }

  async counters(): Promise<DatabaseCounters> {
    return { queries: this.queries, rowsRead: null, rowsWritten: null };
  }

  async usage() {
    return null;
  }

  async close() {}
}

class FakePostgres extends FakeDatabase<MenuRow> {
  readonly kind = 'postgresql';

  protected rowsOf(data: SharedData): readonly MenuRow[] {
    return data.menus;
  }

  protected changing(): { row: MenuRow; key: 'name'; path: string } {
    const index = 4;
    const row = menusInOrder(this.rows)[index] as MenuRow;
    return { row, key: 'name', path: `/menus?limit=${index + 1}` };
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
    this.#nextId = Math.max(...data.accounts.map(({ id }) => id)) + 1;
  }

  protected rowsOf(data: SharedData): readonly AccountRow[] {
    return data.accounts;
  }

  protected changing(scenario: ScenarioId): { row: AccountRow; key: 'introduction'; path: string } {
    const row = this.rows[2] as AccountRow;
    const path = scenario === 'account-get' ? `/accounts/${row.id}` : '/accounts';
    return { row, key: 'introduction', path };
  }

  async readAccounts(ids: readonly number[]): Promise<(AccountRow | null)[]> {
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
    return data.users;
  }

  protected changing(): { row: UserDocument; key: 'username'; path: string } {
    return { row: this.rows[1] as UserDocument, key: 'username', path: '/users' };
  }

  find(): Promise<UserDocument[]> {
    return this.query((rows) => rows.map(copy));
  }
}
