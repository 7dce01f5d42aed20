import { dockerAvailable } from '../hosts/docker.ts';
import { type Host, thisHost } from '../hosts/hosts.ts';
import type { DatabaseKind, Table } from '../model/index.ts';
import type { Database, DatabaseOptions, DatabaseProvider } from './database.ts';
import type { Server } from './server.ts';

/** One kind of database: what it is called, and the ways in which the harness can have one. */
export interface Engine {
  kind: DatabaseKind;
  title: string;
  /** In the order in which they are tried. */
  providers: readonly Provider[];
}

export interface Provider {
  name: DatabaseProvider;
  find(place: SearchPlace): Promise<Found | Lacking>;
}

/** Where a provider looks. */
export interface SearchPlace {
  /** The checkout. */
  root: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Where a container would run; this machine where it is left out. */
  host?: Host;
}

interface Found {
  detail: string;
  open(options: DatabaseOptions): Promise<Database>;
}

export interface Lacking {
  lacks: string;
  /** What would bring it. */
  next: string;
}

/** One way to have a database, for `doctor`. */
export interface ProviderState {
  provider: DatabaseProvider;
  available: boolean;
  /** What was found, or why it is not to be had. */
  detail: string;
  /** What would bring it; `null` where it is there. */
  next: string | null;
}

/** The address that somebody set: the server is used, not owned, and out of the harness's sight. */
export function urlProvider<Address>(facts: {
  variable: string;
  example: string;
  parse(url: string): Address;
  database(server: Server<Address>, tables: readonly Table[]): Promise<Database>;
}): Provider {
  const { variable, example } = facts;
  return {
    name: 'url',
    async find({ environment }) {
      const url = environment[variable];
      if (!url) return { lacks: `${variable} is not set`, next: `export ${variable}=${example}` };
      return {
        detail: `${variable} is set`,
        open: async ({ tables }) =>
          facts.database(
            {
              provider: 'url',
              address: facts.parse(url),
              remedy: `Start that server, correct ${variable}, or unset it to have one started for you`,
              usage: async () => null,
              stop: async () => {},
            },
            tables,
          ),
      };
    },
  };
}

/** A container from `compose.yaml`. */
export function composeProvider(
  start: (root: string, options: DatabaseOptions) => Promise<Database>,
): Provider {
  return {
    name: 'compose',
    async find({ root, host: { context } = thisHost }) {
      const state = await dockerAvailable(context);
      return state.available
        ? {
            detail: `Docker ${state.engine}${context === null ? '' : ` of the context ${context}`}`,
            open: (options) => start(root, options),
          }
        : { lacks: state.reason, next: state.next };
    },
  };
}
