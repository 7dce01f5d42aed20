export * from '../results/read-results.ts';
export * from './publish.ts';
export * from './serve.ts';
