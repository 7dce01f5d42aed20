import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { MenusController } from './menus.controller.js';
import { Menus } from './menus.js';
import { PgMenus } from './pg-menus.js';

@Module({
  controllers: [MenusController],
  providers: [{ provide: Menus, useFactory: openMenus, inject: [CONFIG] }],
})
export class MenusModule {}

async function openMenus(config: Config): Promise<Menus> {
  if (!config.hasPostgresql) {
    return {
      first: async () => {
        throw new Error('no database: PGHOST is not set');
      },
    };
  }
  if (!config.usesDrizzle) return new PgMenus(config);
  const { DrizzleMenus } = await import('./drizzle-menus.js');
  return new DrizzleMenus(config);
}
