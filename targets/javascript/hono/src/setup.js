import { openAccounts } from './accounts.js';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { openMenus } from './menus.js';
import { readAssets, readContent } from './shared.js';
import { openUsers } from './users.js';

/** How long requests in progress may take to finish after SIGTERM. */
const graceMilliseconds = 2000;

export const config = readConfig(process.env);

export const app = createApp({
  content: readContent(config.sharedDir),
  assets: readAssets(config.sharedDir),
  menus: openMenus(config),
  accounts: openAccounts(config),
  users: openUsers(config),
});

/** Ends the process at SIGTERM, once `close` has let the requests in progress finish. */
export function stopWith(close) {
  const stop = () => {
    close().then(() => process.exit(0));
    setTimeout(() => process.exit(0), graceMilliseconds);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
