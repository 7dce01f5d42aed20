export * from './database.ts';
export { discoverDatabase, openDatabase } from './open.ts';
