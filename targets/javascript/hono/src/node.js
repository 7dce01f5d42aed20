import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { app, config, stopWith } from './setup.js';

const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host });
server.on('error', (error) => {
  console.error(`hono: ${error.message}`);
  process.exit(1);
});
stopWith(promisify(server.close.bind(server)));
