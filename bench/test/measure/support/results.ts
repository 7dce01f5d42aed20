import type { Run } from '../../../src/model/index.ts';
import { runIdOf } from '../../../src/results/run-store.ts';
import { runOf } from '../../publish/small-results.ts';

/** A run of one target that was begun on a machine and not finished. */
export function unfinished(machine: string, startedAt = new Date('2026-03-04T05:06:07.000Z')): Run {
  return runOf([], {
    id: runIdOf(startedAt, null),
    machine,
    startedAt: startedAt.toISOString(),
    finishedAt: null,
    targets: [{ target: 'javascript/one', variant: 'default' }],
  }).run;
}
