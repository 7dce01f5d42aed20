import { openAccounts } from './accounts.js';
import { createApp } from './app.js';
import { openMenus } from './menus.js';
import { readAssets, readContent } from './shared.js';
import { openUsers } from './users.js';

/** How long requests under way may take to finish after SIGTERM. */
const graceMilliseconds = 2000;

/** Answers until SIGTERM or SIGINT. */
export function serve(config, counter) {
  const resources = {
    content: readContent(config.sharedDir),
    assets: readAssets(config.sharedDir),
    menus: openMenus(config),
    accounts: openAccounts(config),
    users: openUsers(config),
  };

  const server = createApp(resources, counter).listen(config.port, config.host);
  server.on('error', (error) => {
    console.error(`koa: ${error.message}`);
    process.exit(1);
  });

  const stop = () => {
    server.close(() => process.exit(0));
    setTimeout(() => process.exit(0), graceMilliseconds);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
