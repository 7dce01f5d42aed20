export * from './change-points.ts';
export * from './estimate.ts';
export * from './paired-effect.ts';
export * from './plateau.ts';
export * from './quantile.ts';
export * from './rank-intervals.ts';
export * from './student-t.ts';
export * from './verdict.ts';
