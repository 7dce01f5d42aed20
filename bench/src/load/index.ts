export * from './hyperfine.ts';
export * from './install.ts';
export * from './loader.ts';
export * from './loaders.ts';
export * from './oha.ts';
export * from './tool-effects.ts';
export * from './tools.ts';
export * from './wrk.ts';
