import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { CONFIG, type Config } from './config.js';
import { ErrorFilter } from './error.filter.js';
import { openPlatform } from './platform.js';
import { RequestCount } from './request-count.js';

/** How long requests in progress may take to finish after SIGTERM. */
const graceMilliseconds = 2000;

const adapter = await openPlatform(process.env.PLATFORM);
const app = await NestFactory.create(AppModule, adapter, { logger: ['error', 'warn'] });

const count = app.get(RequestCount);
app.use((_request: unknown, _response: unknown, next: () => void) => {
  count.add();
  next();
});
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
app.useGlobalFilters(new ErrorFilter(app.get(HttpAdapterHost)));

const { port, host } = app.get<Config>(CONFIG);
await app.listen(port, host);

function stop(): void {
  app.close().then(() => process.exit(0));
  setTimeout(() => process.exit(0), graceMilliseconds);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
