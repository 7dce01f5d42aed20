export * from './database.ts';
export type { ProviderState } from './engine.ts';
export { discoverDatabase, type OpenOptions, openDatabase } from './open.ts';
