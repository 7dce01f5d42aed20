import { Module } from '@nestjs/common';
import { RequestCount } from '../request-count.js';
import { PlainController } from './plain.controller.js';

@Module({ controllers: [PlainController], providers: [RequestCount] })
export class PlainModule {}
