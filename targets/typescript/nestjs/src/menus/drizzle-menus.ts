import { asc, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { numeric, pgTable, smallint, timestamp, varchar } from 'drizzle-orm/pg-core';
import type { Config } from '../config.js';
import { type Menu, Menus } from './menus.js';
import { openPool } from './pg-menus.js';

const sysMenu = pgTable('sys_menu', {
  id: numeric({ precision: 24 }).notNull(),
  name: varchar({ length: 100 }).notNull(),
  show_flag: smallint().notNull(),
  create_date: timestamp().notNull(),
  code: varchar({ length: 100 }).notNull(),
  parent_code: varchar({ length: 100 }),
});

export class DrizzleMenus extends Menus {
  private readonly firstMenus;

  constructor(config: Config) {
    super();
    this.firstMenus = drizzle(openPool(config))
      .select()
      .from(sysMenu)
      .orderBy(asc(sysMenu.id))
      .limit(sql.placeholder('limit'))
      .prepare('first-menus');
  }

  first(limit: number): Promise<Menu[]> {
    return this.firstMenus.execute({ limit });
  }
}
