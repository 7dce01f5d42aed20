import { dockerAvailable } from '../hosts/docker.ts';
import { type Host, thisHost } from '../hosts/hosts.ts';
import type { DatabaseKind, Table } from '../model/index.ts';
import type { Database, DatabaseOptions, DatabaseProvider } from './database.ts';
import type { Server } from './database-server.ts';

/** One kind of database: its name, and the ways in which the harness can get one. */
export interface Engine {
  kind: DatabaseKind;
  title: string;
  /** Providers in the order in which they are tried. */
  providers: readonly Provider[];
}

export interface Provider {
  name: DatabaseProvider;
  find(place: SearchPlace): Promise<Found | MissingProvider>;
}

/** Where a provider searches. */
export interface SearchPlace {
  /** The checkout. */
  root: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The host that would run a container; default: this machine. */
  host?: Host;
}

interface Found {
  detail: string;
  open(options: DatabaseOptions): Promise<Database>;
}

export interface MissingProvider {
  missing: string;
  /** How to get what is missing. */
  next: string;
}

/** Whether one provider is available, for `doctor`. */
export interface ProviderState {
  provider: DatabaseProvider;
  available: boolean;
  /** What was found, or why it is not available. */
  detail: string;
  /** How to make it available; `null` if it is. */
  next: string | null;
}

/** Provides a server at a URL from the environment. The harness neither owns it nor sees its processes. */
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
      if (!url) return { missing: `${variable} is not set`, next: `export ${variable}=${example}` };
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

/** Provides a container from `compose.yaml`. */
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
        : { missing: state.reason, next: state.next };
    },
  };
}
