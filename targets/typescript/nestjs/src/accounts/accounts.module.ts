import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { AccountsController } from './accounts.controller.js';
import { Accounts } from './accounts.js';
import { MysqlAccounts } from './mysql-accounts.js';

@Module({
  controllers: [AccountsController],
  providers: [{ provide: Accounts, useFactory: openAccounts, inject: [CONFIG] }],
})
export class AccountsModule {}

async function openAccounts(config: Config): Promise<Accounts> {
  if (!config.mysql) {
    const fail = async () => {
      throw new Error('no database: MYSQL_HOST is not set');
    };
    return { all: fail, find: fail, add: fail };
  }
  if (!config.usesDrizzle) return new MysqlAccounts(config);
  const { DrizzleAccounts } = await import('./drizzle-accounts.js');
  return new DrizzleAccounts(config);
}
