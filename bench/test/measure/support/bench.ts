import assert from 'node:assert/strict';
import { readProfile } from '../../../src/catalog/profiles.ts';
import { readSharedData } from '../../../src/catalog/shared-data.ts';
import { readTargets, selectVariants } from '../../../src/catalog/targets.ts';
import { fingerprintOf } from '../../../src/hosts/role-hosts.ts';
import { createProcessLauncher } from '../../../src/launch/index.ts';
import { systemToolEffects } from '../../../src/load/tool-effects.ts';
import { findTool } from '../../../src/load/tools.ts';
import { splitProcessors } from '../../../src/machine/processor-split.ts';
import type { Bench } from '../../../src/measure/bench.ts';
import type { RunEvent } from '../../../src/measure/events.ts';
import { beginRun, carryOut } from '../../../src/measure/whole-run.ts';
import type { Cell, Machine, TargetRun } from '../../../src/model/index.ts';
import type { RunStore } from '../../../src/results/run-store.ts';
import type { MadeRepository } from './repository.ts';

const wrk = await findTool('wrk', systemToolEffects);
const oha = await findTool('oha', systemToolEffects);

/** For `test(…, { skip })`: said aloud in the report where the loader is missing. */
export const skipWithoutWrk = wrk.state === 'found' ? false : `no wrk on this machine: ${wrk.next}`;
export const skipWithoutOha = oha.state === 'found' ? false : `no oha on this machine: ${oha.next}`;
export const machine: Machine = fingerprintOf(null);
/** Long enough for Node to start on a busy machine, short enough to wait for a server that never does. */
const HEALTHY_SECONDS = 5;
const STOP_SECONDS = 0.5;

export interface WatchedBench extends Bench {
  /** Every event, in order. */
  events: RunEvent[];
}

/**
 * A bench on this machine's processes, with its bounds shortened. Its roles are not pinned unless a test that judges
 * figures asks for `splitProcessors()`: servers of test files that run at once would share one processor of two, and
 * slices that they disturb are done again.
 */
export function benchOf(made: MadeRepository, change: Partial<Bench> = {}): WatchedBench {
  const processors = change.processors ?? { ...splitProcessors(), pinned: false };
  const events: RunEvent[] = [];
  return {
    repository: made.repository,
    launcher: createProcessLauncher({
      repository: made.repository,
      pinned: processors.pinned,
      healthySeconds: HEALTHY_SECONDS,
      stopSeconds: STOP_SECONDS,
    }),
    data: readSharedData(made.repository),
    processors,
    loaders: { ...(wrk.state === 'found' && { wrk }), ...(oha.state === 'found' && { oha }) },
    hyperfine: null,
    databases: {},
    limits: { dateAdvanceMs: 1_100 },
    signal: new AbortController().signal,
    report: (event) => events.push(event),
    events,
    ...change,
  };
}

let lastStart = 0;

/** When the next run of a test begins: in a second of its own, because that names it. */
export function nextStart(): Date {
  lastStart = Math.max(Date.now(), lastStart + 1_000);
  return new Date(lastStart);
}

/** Measures all targets of the repository by a profile; gives back what is on disk. */
export async function measureAll(bench: Bench, profileName: string, seed = 1): Promise<RunStore> {
  const targetVariants = selectVariants(readTargets(bench.repository), []);
  const profile = readProfile(bench.repository, profileName);
  const store = await beginRun(bench, { machine, profile, targetVariants, seed, startedAt: nextStart() });
  await carryOut(bench, store, targetVariants);
  return store;
}

export function resultOf(store: RunStore, name: string): TargetRun {
  const result = store.readTarget(`javascript/${name}`, 'default');
  assert.ok(result, `no file of ${name}`);
  return result;
}

/** The target's only cell, or that of one scenario. */
export function cellIn(result: TargetRun, scenario = 'json'): Cell {
  const cell = result.cells.find((candidate) => candidate.scenario === scenario);
  assert.ok(cell, `${result.target}: ${JSON.stringify(result.state)}`);
  return cell;
}

export const codesOf = (cell: Cell): string[] => cell.marks.map(({ code }) => code);
