export * from './database.ts';
export { type OpenOptions, openDatabase } from './open.ts';
export { discoverPostgres, type ProviderState, providerOrder } from './providers.ts';
