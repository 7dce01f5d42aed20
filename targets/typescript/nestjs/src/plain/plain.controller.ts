import {
  BadRequestException,
  Controller,
  Get,
  Header,
  Inject,
  NotFoundException,
  Param,
} from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { RequestCount } from '../request-count.js';
import { type Asset, readAssets, readContent } from '../shared.js';

const TEXT = 'text/plain; charset=utf-8';

/** What needs no database. */
@Controller()
export class PlainController {
  private readonly content: string;
  private readonly assets: Map<string, Asset>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly count: RequestCount,
  ) {
    this.content = readContent(config.sharedDir);
    this.assets = readAssets(config.sharedDir);
  }

  @Get('healthz')
  @Header('Content-Type', TEXT)
  health() {
    return 'ok';
  }

  @Get('plaintext')
  @Header('Content-Type', TEXT)
  plaintext() {
    return 'Hello, World!';
  }

  @Get('json')
  json() {
    return { status: 1, msg: '成功' };
  }

  @Get('json-large')
  jsonLarge() {
    return { content: this.content, size: 100, price: 10.12, vip: true };
  }

  @Get('error')
  error() {
    throw new BadRequestException('abcd');
  }

  @Get('count')
  counter() {
    return { code: 200, message: this.count.requests };
  }

  @Get('assets/:id')
  asset(@Param('id') id: string) {
    const asset = this.assets.get(id);
    if (!asset) throw new NotFoundException();
    return asset;
  }
}
