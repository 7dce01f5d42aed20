export * from './english.ts';
export * from './format.ts';
export * from './load-shape.ts';
export * from './metrics.ts';
export * from './outcome.ts';
export * from './ranking-columns.ts';
export * from './verdict.ts';
export * from './verdict-table.ts';
