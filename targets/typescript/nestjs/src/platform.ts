import type { AbstractHttpAdapter } from '@nestjs/core';

/** The HTTP framework below Nest. Only the chosen one is loaded, so that its memory is its own. */
export async function openPlatform(name = 'express'): Promise<AbstractHttpAdapter> {
  if (name === 'fastify') {
    const { FastifyAdapter } = await import('@nestjs/platform-fastify');
    return new FastifyAdapter();
  }
  const { ExpressAdapter } = await import('@nestjs/platform-express');
  const adapter = new ExpressAdapter();
  adapter.disable('x-powered-by');
  // Each response is made per request; a digest of it serves no client here.
  adapter.disable('etag');
  return adapter;
}
