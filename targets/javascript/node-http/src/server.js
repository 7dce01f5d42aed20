import { createServer } from 'node:http';
import { openAccounts } from './accounts.js';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { openMenus } from './menus.js';
import { readAssets, readContent } from './shared.js';
import { openUsers } from './users.js';

/** How long requests under way may take to finish after SIGTERM. */
const graceMilliseconds = 2000;

function fail(error) {
  console.error(`node-http: ${error.message}`);
  process.exit(1);
}

/** Answers until SIGTERM or SIGINT. */
function serve(config) {
  const app = createApp({
    content: readContent(config.sharedDir),
    assets: readAssets(config.sharedDir),
    menus: openMenus(config),
    accounts: openAccounts(config),
    users: openUsers(config),
  });

  const server = createServer(app);
  server.on('error', fail);
  server.listen(config.port, config.host);

  const stop = () => {
    server.close(() => process.exit(0));
    setTimeout(() => process.exit(0), graceMilliseconds);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

try {
  serve(readConfig(process.env));
} catch (error) {
  fail(error);
}
