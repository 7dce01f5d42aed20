import { serve } from 'h3';
import { openAccounts } from './accounts.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openMenus } from './menus.ts';
import { readAssets, readContent } from './shared.ts';
import { openUsers } from './users.ts';

/** How long requests in progress may take to finish after SIGTERM. */
const graceMilliseconds = 2000;

const config = readConfig(process.env);
const app = createApp({
  content: readContent(config.sharedDir),
  assets: readAssets(config.sharedDir),
  menus: openMenus(config),
  accounts: openAccounts(config),
  users: openUsers(config),
});

const server = serve(app, {
  port: config.port,
  hostname: config.host,
  silent: true, // it would print its address
  maxRequestBodySize: 1_000_000,
  gracefulShutdown: false, // its own waits for idle connections, and prints what it waits for
});

try {
  await server.ready();
} catch (error) {
  console.error(`h3: ${(error as Error).message}`);
  process.exit(1);
}

function stop(): void {
  server.close().then(() => process.exit(0));
  setTimeout(() => process.exit(0), graceMilliseconds);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
