import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Cell,
  type Machine,
  machineSchema,
  type Run,
  runSchema,
  type TargetRun,
} from '../../../src/model/index.ts';
import { formatResult } from '../../../src/results/format-result.ts';
import { runOf, targetOf, throughputCell, withReasons } from '../../publish/small-results.ts';

export const smallMachine = (id: string): Machine =>
  machineSchema.parse({
    schemaVersion: 1,
    id,
    processor: 'x',
    architecture: 'x64',
    logicalProcessors: 2,
    memoryBytes: 2 ** 34,
    operatingSystem: 'x',
    kernel: '6.1',
    governor: null,
    virtualisation: null,
    shared: true,
  });

interface ArtifactChange {
  /** Requests of each block; three blocks by default. */
  requests?: number[];
  /** The blocks that the run lists as whole; none by default, as in runs of rounds. */
  blocks?: number;
  run?: Partial<Run>;
  /** Changes the only cell. */
  cell?: (cell: Cell) => Cell;
  /** Of the target. */
  warmups?: TargetRun['warmups'];
}

const same = (cell: Cell): Cell => cell;

/** What a job of a machine hands on: one run of go/gin, laid out like `results/`. Returns the run's folder. */
export function writeArtifact(
  into: string,
  machine: string,
  id: string,
  {
    requests = [1_000, 1_010, 1_005],
    blocks,
    run: change = {},
    cell: changed = same,
    warmups,
  }: ArtifactChange = {},
): string {
  const name = `20260101T000000Z-${id}`;
  const run: Run = {
    ...runOf([targetOf('go/gin', [])]).run,
    id: name,
    machine,
    ...(blocks !== undefined && {
      blocks: Array.from({ length: blocks }, (_, block) => ({
        block,
        startedSeconds: block * 10,
        seconds: 10,
        groups: 1,
      })),
    }),
    ...change,
  };
  const cell = withReasons(throughputCell(requests));
  const target = targetOf('go/gin', [changed(cell)], { run: name, ...(warmups && { warmups }) });
  const folder = `runs/${machine}/2026/${name}`;
  const write = (path: string, value: unknown): void => {
    mkdirSync(join(into, path, '..'), { recursive: true });
    writeFileSync(join(into, path), formatResult(value));
  };
  write(`machines/${machine}.json`, smallMachine(machine));
  write(`${folder}/run.json`, runSchema.parse(run));
  write(`${folder}/go-gin.json`, target);
  return folder;
}
