import { Controller, Get, Query } from '@nestjs/common';
import { Matches } from 'class-validator';
import { Menus } from './menus.js';

class MenusQuery {
  @Matches(/^([1-9]|1[01])$/, { message: 'limit: expected a number from 1 to 11' })
  limit = '11';
}

@Controller('menus')
export class MenusController {
  constructor(private readonly menus: Menus) {}

  @Get()
  async first(@Query() { limit }: MenusQuery) {
    return { status: 1, msg: 'success', data: await this.menus.first(Number(limit)) };
  }
}
