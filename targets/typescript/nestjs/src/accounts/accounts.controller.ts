import { Body, Controller, Get, NotFoundException, Param, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsDate, IsInt, IsString } from 'class-validator';
import { Accounts } from './accounts.js';

class NewAccountBody {
  @Type(() => Date)
  @IsDate()
  register_date!: Date;

  @IsString()
  name!: string;

  @IsString()
  password!: string;

  @IsString()
  nick_name!: string;

  @IsString()
  introduction!: string;

  @IsInt()
  status!: number;
}

@Controller('accounts')
export class AccountsController {
  constructor(private readonly accounts: Accounts) {}

  @Get()
  all() {
    return this.accounts.all();
  }

  @Get(':id')
  async find(@Param('id') id: string) {
    const account = /^\d{1,15}$/.test(id) && (await this.accounts.find(Number(id)));
    if (!account) throw new NotFoundException();
    return account;
  }

  @Post()
  add(@Body() account: NewAccountBody) {
    return this.accounts.add(account);
  }
}
