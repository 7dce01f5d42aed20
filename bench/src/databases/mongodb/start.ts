import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startComposeServer } from '../compose-server.ts';
import type { DatabaseOptions } from '../database.ts';
import type { Server } from '../database-server.ts';
import { noHarnessCounts } from '../harness-counts.ts';
import { startOwnServer } from '../own-server.ts';
import { addressAt, MONGODB_TITLE, MONGODB_URL_VARIABLE, type MongoAddress } from './address.ts';
import { withDatabase } from './client.ts';
import { buildFerretdb } from './ferretdb.ts';
import type { Program } from './programs.ts';

const ask = (address: MongoAddress): Promise<void> =>
  withDatabase(
    address,
    '',
    noHarnessCounts(),
    async (database) => void (await database.command({ ping: 1 })),
  );

/** Five documents that are only read need little memory; the default is half of the machine's. */
const CACHE_GIGABYTES = '0.5';

function mongodCommand(program: string, port: number, data: string): readonly string[] {
  return [
    program,
    `--port=${port}`,
    '--bind_ip=127.0.0.1',
    '--nounixsocket',
    `--dbpath=${data}`,
    '--quiet',
    `--wiredTigerCacheSizeGB=${CACHE_GIGABYTES}`,
    // Otherwise it collects statistics every second, even during a load.
    '--setParameter=diagnosticDataCollectionEnabled=false',
  ];
}

function ferretdbCommand(program: string, port: number, data: string): readonly string[] {
  return [
    program,
    `--listen-addr=127.0.0.1:${port}`,
    '--handler=sqlite',
    `--sqlite-url=file:${data}/`,
    '--state-dir=-',
    '--telemetry=disable',
    '--debug-addr=-',
    '--log-level=error',
  ];
}

/** Starts the program as the harness's own user; neither of the two refuses root. */
export async function startMongo(
  program: Program,
  options: DatabaseOptions,
): Promise<Server<MongoAddress> & { dataFolder?: string }> {
  // Another process may have built it in the meantime.
  if (program.kind === 'buildable' && !existsSync(program.path))
    await buildFerretdb(program.path, { ...options, go: program.go });
  const isMongod = program.kind === 'mongod';
  let dataFolder = '';
  const server = await startOwnServer(
    {
      title: isMongod ? MONGODB_TITLE : 'FerretDB',
      provider: 'path',
      urlVariable: MONGODB_URL_VARIABLE,
      async prepare({ home, port }) {
        dataFolder = join(home, 'data');
        mkdirSync(dataFolder);
        const commandOf = isMongod ? mongodCommand : ferretdbCommand;
        return { command: commandOf(program.path, port, dataFolder), address: addressAt(port) };
      },
      ask,
    },
    options,
  );
  return isMongod ? server : { ...server, dataFolder };
}

export function startMongoContainer(root: string, options: DatabaseOptions): Promise<Server<MongoAddress>> {
  return startComposeServer(
    {
      title: MONGODB_TITLE,
      service: 'mongodb',
      urlVariable: MONGODB_URL_VARIABLE,
      address: addressAt,
      variables: () => ({}),
      ask,
    },
    root,
    options,
  );
}
