import { type Cell, invalidatingMarks } from '../../../src/model/index.ts';
import { lintRun } from '../../../src/results/lint.ts';
import type { RunStore } from '../../../src/results/run-store.ts';
import { manifestOf } from './repository.ts';

/** Said to be compiled, so that they are warm in seconds. */
export const ahead = { language: 'C', runtime: { ...manifestOf('ahead', []).runtime, name: 'C' } };

/** Short slices, and time for what compiles as it runs to be warm. */
export const blockProfile = {
  sliceSeconds: 0.5,
  loadShapes: [{ loader: 'wrk', connections: 8, timeoutSeconds: 1 }],
  warmup: { maxSeconds: 20, otherwise: 'mark' },
};

export function lintErrors(store: RunStore): unknown[] {
  const targets = store.targets().map((result) => ({ file: `${result.target}.json`, result }));
  return lintRun(store.run, targets, 'run').filter(({ level }) => level === 'error');
}

/** Marks that invalidate figures of the cell. */
export function doubtful({ marks }: Pick<Cell, 'marks'>): string[] {
  return marks.map(({ code }) => code).filter((code) => invalidatingMarks.includes(code));
}
