import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { ConfigModule } from './config.module.js';
import { MenusModule } from './menus/menus.module.js';
import { PlainModule } from './plain/plain.module.js';
import { UsersModule } from './users/users.module.js';

@Module({ imports: [ConfigModule, PlainModule, MenusModule, AccountsModule, UsersModule] })
export class AppModule {}
