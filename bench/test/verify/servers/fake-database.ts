import type { ChangedRow, Database } from '../../../src/databases/database.ts';
import { type MenuRow, menusInOrder, type SharedData } from '../../../src/model/index.ts';

/** `sys_menu` in memory, with the harness's side of a database and a server's. */
export class FakeDatabase implements Database {
  readonly kind = 'postgresql';
  readonly provider = 'embedded';
  readonly version = 'fake 1.0';
  readonly environment = {};
  #rows: MenuRow[] = [];
  #broken = false;
  queries = 0;

  async seed(data: SharedData): Promise<void> {
    this.#rows = data.menus.map((row) => ({ ...row }));
    this.#broken = false;
  }

  /** What a server asks: takes a turn of the event loop, as a real one does, and throws while broken. */
  async select(limit: number): Promise<MenuRow[]> {
    this.queries++;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#broken) throw new Error('relation "sys_menu" does not exist');
    return menusInOrder(this.#rows)
      .slice(0, limit)
      .map((row) => ({ ...row }));
  }

  async changeRow(marker: string): Promise<ChangedRow> {
    const index = 4;
    const row = menusInOrder(this.#rows)[index] as MenuRow;
    const name = row.name;
    row.name = marker;
    return {
      request: { method: 'GET', path: `/menus?limit=${index + 1}` },
      marker,
      undo: async () => {
        row.name = name;
      },
    };
  }

  async breakTable(): Promise<{ restore(): Promise<void> }> {
    this.#broken = true;
    return {
      restore: async () => {
        this.#broken = false;
      },
    };
  }

  async counters() {
    return { transactions: this.queries, rowsRead: 0, connections: 1 };
  }

  async usage() {
    return null;
  }

  async close() {}
}
