export * from './load-shape.ts';
export * from './machine.ts';
export * from './manifest.ts';
export * from './metric.ts';
export * from './profile.ts';
export * from './run.ts';
export * from './scenario.ts';
export * from './units.ts';
