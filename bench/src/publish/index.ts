export * from './publish.ts';
export * from './read-results.ts';
export * from './serve.ts';
