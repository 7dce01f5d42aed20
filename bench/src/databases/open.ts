import { type Host, thisHost } from '../hosts/hosts.ts';
import { type DatabaseKind, type Table, tablesOf } from '../model/index.ts';
import { exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import { repository } from '../util/repository.ts';
import type { Database, DatabaseOptions, DatabaseProvider } from './database.ts';
import type { Engine, MissingProvider, Provider, ProviderState } from './engine.ts';

interface OpenOptions extends Omit<DatabaseOptions, 'tables'> {
  /** Default: the tables of all scenarios on this database. */
  tables?: readonly Table[];
  /** Tried before the others, but after a URL from the environment. */
  prefer?: DatabaseProvider;
  /** If given, no other provider is tried. */
  only?: DatabaseProvider;
  root?: string;
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Loads the engine of a database from its folder, under the name of the kind. Its driver is loaded with it, so a
 * command loads only the drivers that it needs.
 */
async function engineOf(kind: DatabaseKind): Promise<Engine> {
  const folder: Partial<Record<DatabaseKind, Engine>> = await import(`./${kind}/engine.ts`);
  const engine = folder[kind];
  if (!engine) throw new RangeError(`databases/${kind}/engine.ts exports no ${kind}`);
  return engine;
}

/**
 * Opens a database from the first available provider: a URL from the environment, the machine's own binaries,
 * those of an npm package, or a container. A URL that does not work is an error and is not skipped, because
 * it was set on purpose.
 */
export async function openDatabase(kind: DatabaseKind, options: OpenOptions): Promise<Database> {
  const engine = await engineOf(kind);
  const { root = repository.root, environment = process.env, only, prefer, host = thisHost } = options;
  const tables = options.tables ?? tablesOf(kind);
  const missing = new Map<DatabaseProvider, MissingProvider>();
  const failures: unknown[] = [];
  for (const provider of inOrder(engine, host, only, prefer)) {
    options.signal.throwIfAborted();
    const found = await provider.find({ root, environment, host });
    if ('missing' in found) {
      missing.set(provider.name, found);
      continue;
    }
    try {
      return await found.open({ ...options, tables });
    } catch (error) {
      options.signal.throwIfAborted();
      if (provider.name === 'url' || only) throw error;
      options.onLine?.(`${engine.title} from ${provider.name} did not start: ${messageOf(error)}`);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  throw nothingToBeHad(engine, missing, only);
}

/** Returns the state of each provider for `doctor`, in the order in which they are tried. */
export async function discoverDatabase(
  kind: DatabaseKind,
  root: string = repository.root,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  host: Host = thisHost,
): Promise<ProviderState[]> {
  const states: ProviderState[] = [];
  for (const provider of inOrder(await engineOf(kind), host)) {
    const found = await provider.find({ root, environment, host });
    states.push({
      provider: provider.name,
      available: 'open' in found,
      detail: 'open' in found ? found.detail : found.missing,
      next: 'open' in found ? null : found.next,
    });
  }
  return states;
}

/** Providers for a database on another host, where the harness can start only containers. */
const ELSEWHERE: readonly DatabaseProvider[] = ['url', 'compose'];

function inOrder(engine: Engine, host: Host, only?: DatabaseProvider, prefer?: DatabaseProvider): Provider[] {
  const providers =
    host.context === null
      ? engine.providers
      : engine.providers.filter(({ name }) => ELSEWHERE.includes(name));
  if (only) return providers.filter(({ name }) => name === only);
  const place = ({ name }: Provider): number => (name === 'url' ? 0 : name === prefer ? 1 : 2);
  return [...providers].sort((a, b) => place(a) - place(b));
}

/** The providers that are easiest to set up first. */
const EASIEST: readonly DatabaseProvider[] = ['embedded', 'path', 'compose', 'url'];

function nothingToBeHad(
  { title, providers }: Engine,
  missing: ReadonlyMap<DatabaseProvider, MissingProvider>,
  only: DatabaseProvider | undefined,
): PitwallError {
  const easiest = EASIEST.map((name) => missing.get(name)).find((found) => found !== undefined);
  return new PitwallError({
    what: `${title} is not available`,
    where: 'this machine',
    expected: only ?? `one of: ${providers.map(({ name }) => name).join(', ')}`,
    seen: [...missing.values()].map(({ missing }) => missing).join('; ') || 'no such provider',
    next: easiest?.next ?? 'npm run bench -- doctor',
    exitCode: exitCodes.missing,
  });
}
