import { openAccounts } from './accounts.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openMenus } from './menus.ts';
import { readAssets, readContent } from './shared.ts';
import { openUsers } from './users.ts';

/** How long requests in progress may take to finish after SIGTERM. */
const graceMilliseconds = 2000;
/** Of a body. */
const limitBytes = 1_000_000;

const config = readConfig(process.env);
const app = createApp({
  content: readContent(config.sharedDir),
  assets: readAssets(config.sharedDir),
  menus: openMenus(config),
  accounts: openAccounts(config),
  users: openUsers(config),
});

app.listen({ port: config.port, hostname: config.host, maxRequestBodySize: limitBytes });

function stop(): void {
  app.stop().then(() => process.exit(0));
  setTimeout(() => process.exit(0), graceMilliseconds);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
