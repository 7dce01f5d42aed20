import type { Run } from '../model/index.ts';
import type { Loading, Serving, Timekeeping } from './bench.ts';

type ToolsFound = Pick<Loading, 'loaders'> & Pick<Timekeeping, 'hyperfine'>;
export type Recorded = Pick<Serving, 'launcher' | 'processors' | 'databases'> & ToolsFound;

/** Returns what the result of a run or comparison records about the bench. */
export function benchRecord(bench: Recorded): Pick<Run, 'launcher' | 'processors' | 'tools' | 'databases'> {
  const { server, database, loader, pinned } = bench.processors;
  return {
    launcher: bench.launcher.name,
    processors: { server: [...server], database: [...database], loader: [...loader], pinned },
    tools: toolsOf(bench),
    databases: Object.values(bench.databases).map(({ kind, provider, product, version }) => ({
      kind,
      provider,
      product,
      version,
    })),
  };
}

export function toolsOf(bench: ToolsFound): Run['tools'] {
  return [
    ...Object.entries(bench.loaders).map(([name, { version }]) => ({ name, version })),
    ...(bench.hyperfine ? [{ name: 'hyperfine', version: bench.hyperfine.version }] : []),
    { name: 'node', version: process.versions.node },
  ];
}
