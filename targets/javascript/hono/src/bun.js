import { app, config, stopWith } from './setup.js';

const server = Bun.serve({ fetch: app.fetch, port: config.port, hostname: config.host });
stopWith(() => server.stop());
