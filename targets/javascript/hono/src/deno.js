import { app, config, stopWith } from './setup.js';

// Without onListen, Deno prints the address.
const server = Deno.serve({ port: config.port, hostname: config.host, onListen() {} }, app.fetch);
stopWith(() => server.shutdown());
