import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Cell,
  loadShapeId,
  machineSchema,
  type PublishedRow,
  type Replay,
  replayCells,
  replayProfile,
  replayShape,
  replayTargets,
  runSchema,
  type TargetRun,
  targetRunSchema,
  targetsFor,
} from '../../src/model/index.ts';
import { PUBLISHED } from '../../src/results/published.ts';
import { targetFileName } from '../../src/results/run-store.ts';
import { seededRandom } from '../../src/util/random.ts';
import { repository } from '../../src/util/repository.ts';
import { significant } from '../../src/util/rounding.ts';
import { runOf, targetOf, throughputCell, withReasons } from './small-results.ts';

/**
 * The run of a replay that could have been measured, but was not: for tests of the site only. Every figure follows
 * from what the study published, with native images and .NET left out as on a machine without their tools.
 */
export async function writeBelievableReplay(folder: string, replay: Replay, machine: string): Promise<void> {
  await cp(join(repository.results, PUBLISHED), join(folder, PUBLISHED), { recursive: true });
  const targets = replayTargets(replay).map((name, index) => targetRun(replay, name, index));
  const startedAt = `2026-07-1${replay.study.charAt(3)}T02:00:00.000Z`;
  const { run } = runOf(targets, {
    id: `${startedAt.replace(/[-:]|\.\d+/g, '')}-6c9f8ca`,
    machine,
    startedAt,
    finishedAt: startedAt.replace('T02', 'T03'),
    profile: replayProfile(replay),
    replay: replayCells(replay),
    databases: [
      { kind: 'mysql', provider: 'path', product: 'MariaDB', version: '10.11.19' },
      { kind: 'postgresql', provider: 'path', product: 'PostgreSQL', version: '18.4' },
    ],
  });
  machineSchema.parse(JSON.parse(await readFile(join(folder, 'machines', `${machine}.json`), 'utf8')));
  const runFolder = join(folder, 'runs', machine, '2026', run.id);
  await writeJson(join(runFolder, 'run.json'), runSchema.parse(run));
  for (const result of targets) {
    const own = targetRunSchema.parse({ ...result, run: run.id });
    await writeJson(join(runFolder, targetFileName(result.target, result.variant)), own);
  }
}

function targetRun(replay: Replay, name: string, index: number): TargetRun {
  const [target = '', variant = 'default'] = name.split(':');
  const random = seededRandom(index + replay.study.length);
  const lacking = variant === 'native' || target.startsWith('csharp/');
  const rows = replay.published.rows.filter(({ system, scenario }) =>
    scenario === 'users' ? false : targetsFor(replay, system).some((entry) => entry.target === name),
  );
  return targetOf(target, lacking ? [] : rows.map((row) => cell(replay, row, random.next)), {
    variant,
    framework: { name, version: `${index + 1}.4.2` },
    databaseAccess: { mysql: { kind: 'orm', library: 'Some ORM 2.1' } },
    ...(lacking && {
      state: { step: 'left-out', reason: 'This machine has no native-image.', next: 'Install GraalVM' },
    }),
  });
}

/** About half of what the study had, systems a little closer to each other. */
function cell(replay: Replay, row: PublishedRow, next: () => number): Cell {
  const loadShape = replayShape(replay, row);
  const level = 0.5 * row.throughputPerSecond * (0.6 + 0.8 * next());
  const values = Array.from({ length: replay.file.blocks }, () =>
    significant(level * (0.985 + 0.03 * next())),
  );
  return {
    ...withReasons(throughputCell(values.map(Math.round))),
    scenario: row.scenario,
    loadShape,
    loadShapeId: loadShapeId(loadShape),
    ratePerSecond: null,
    marks: next() < 0.2 ? [{ code: 'disturbed', rounds: [1], detail: 'other programs took 14 %' }] : [],
  };
}

async function writeJson(path: string, document: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(document, null, 1)}\n`);
}
