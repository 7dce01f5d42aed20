import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type LoadShape,
  type Machine,
  type RecordedProfile,
  type Run,
  scenarioIds,
} from '../../src/model/index.ts';
import { runIdOf, targetFileName } from '../../src/results/run-store.ts';
import { seededRandom } from '../../src/util/random.ts';
import { believableMachine } from './believable-machine.ts';
import { type Subject, targetRun } from './believable-results.ts';

/**
 * Years of results that could have been measured, but were not: for tests and figures of the site only, never below
 * `results/`. Full runs come at a steady pace, runs of a few targets between them. Targets change their version now
 * and then, and some versions change their speed; the machine is a little faster or slower from day to day. Every
 * figure follows from the seed.
 */
interface HistoryOptions {
  runs: number;
  /** Share of the runs that have every target. */
  fullRatio: number;
  targets: number;
  /** Between two runs. */
  daysApart: number;
  seed?: number;
  /** Runs before this one are there already and stay as they are; 0 where left out. */
  from?: number;
}

interface History {
  machine: string;
  runs: number;
  targets: number;
  bytes: number;
}

const MACHINE: Machine = {
  ...believableMachine,
  governor: 'performance',
  virtualisation: null,
  shared: false,
};

const SHAPES: LoadShape[] = [
  { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 1000 } },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { shareOfCapacity: 0.5 } },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { shareOfCapacity: 0.8 } },
];

const LANGUAGES = [
  'C',
  'C#',
  'Go',
  'Java',
  'JavaScript',
  'Kotlin',
  'PHP',
  'Python',
  'Ruby',
  'Rust',
  'Swift',
  'Zig',
];
const DAY = 86_400_000;
const ROUNDS = 5;
/** Chance that a target has a new version by the next full run, and that this version has another speed. */
const NEW_VERSION = 0.08;
const NEW_SPEED = 0.25;

/** Writes the first `runs` runs of a history; more of the same options add to it without a change of the others. */
export function writeBelievableHistory(folder: string, options: HistoryOptions): History {
  const { runs, fullRatio, targets, daysApart, seed = 1, from = 0 } = options;
  const random = seededRandom(seed);
  const subjects = Array.from({ length: targets }, (_, index) => subjectOf(index, random));
  const versions = subjects.map(() => ({ minor: 0, level: 1 }));
  const begin = Date.parse('2023-06-05T02:00:00.000Z');
  write(join(folder, 'machines', `${MACHINE.id}.json`), MACHINE);
  let bytes = 0;
  for (let number = 0; number < runs; number++) {
    const isFull = Math.floor((number + 1) * fullRatio) > Math.floor(number * fullRatio);
    const startedAt = new Date(begin + Math.round(number * daysApart * DAY));
    if (isFull) for (const version of versions) develop(version, random);
    const chosen = isFull
      ? subjects.map((_, index) => index)
      : random.shuffled(subjects.map((_, index) => index)).slice(0, 1 + (number % 5));
    const today = 1 + (random.next() - 0.5) * 0.01;
    const commit = hex(random, 40);
    const run = runOf(
      startedAt,
      commit,
      isFull,
      chosen.map((index) => subjects[index] as Subject),
      number,
    );
    if (number < from) continue;
    const runFolder = join(folder, 'runs', MACHINE.id, String(startedAt.getUTCFullYear()), run.id);
    bytes += write(join(runFolder, 'run.json'), run);
    for (const index of chosen) {
      const subject = subjects[index] as Subject;
      const { minor, level } = versions[index] as { minor: number; level: number };
      const now = { ...subject, speed: subject.speed * level * today, framework: `2.${minor}.0` };
      const result = targetRun(now, run, number * 1_000 + index);
      bytes += write(join(runFolder, targetFileName(subject.target, subject.variant)), { ...result, commit });
    }
  }
  return { machine: MACHINE.id, runs, targets, bytes };
}

type Random = ReturnType<typeof seededRandom>;

function subjectOf(index: number, random: Random): Subject {
  const language = LANGUAGES[index % LANGUAGES.length] as string;
  const folder = language.toLowerCase().replace('#', 'sharp');
  const number = 1 + Math.floor(index / LANGUAGES.length);
  return {
    target: `${folder}/framework-${number}`,
    variant: 'default',
    name: `${language} framework ${number}`,
    language,
    kind: index % 12 === 0 ? 'platform' : index % 3 === 0 ? 'full' : 'micro',
    speed: Math.round(8_000 * 20 ** random.next()),
    memoryMiB: 8 * 40 ** random.next(),
    framework: '2.0.0',
    runtime: { name: language, version: `1.${index}` },
    access: { postgresql: { kind: index % 4 === 0 ? 'orm' : 'raw', library: 'driver 1' } },
  };
}

function develop(version: { minor: number; level: number }, random: Random): void {
  if (random.next() >= NEW_VERSION) return;
  version.minor += 1;
  if (random.next() < NEW_SPEED) version.level *= 1 + (random.next() - 0.55) * 0.3;
}

function runOf(
  startedAt: Date,
  commit: string,
  full: boolean,
  subjects: readonly Subject[],
  seed: number,
): Run {
  // Older than blocks: what was measured in rounds has to stay readable.
  const profile: RecordedProfile = {
    name: full ? 'full' : 'standard',
    description: full ? 'Everything.' : 'A few targets.',
    scenarios: [...scenarioIds],
    loadShapes: SHAPES,
    rounds: ROUNDS,
    measureSeconds: 10,
    warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 3, toleranceRatio: 0.05 },
    coldStarts: 10,
  };
  return {
    schemaVersion: 1,
    id: runIdOf(startedAt, commit),
    machine: MACHINE.id,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date(startedAt.getTime() + 3_600_000).toISOString(),
    commit,
    modified: false,
    launcher: 'compose',
    profile,
    seed,
    processors: { server: [0, 1], database: [2], loader: [3], pinned: true },
    tools: [
      { name: 'wrk', version: '4.2.0' },
      { name: 'oha', version: '1.10.0' },
    ],
    databases: [{ kind: 'postgresql', provider: 'compose', product: 'PostgreSQL', version: '18.1' }],
    targets: subjects.map(({ target, variant }) => ({ target, variant })),
    time: { wallSeconds: 3_600, loadSeconds: 3_000, measuredSeconds: 2_400 },
  };
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => Math.floor(random.next() * 16).toString(16)).join('');
}

/** Bytes written. */
function write(file: string, document: unknown): number {
  mkdirSync(join(file, '..'), { recursive: true });
  const text = `${JSON.stringify(document)}\n`;
  writeFileSync(file, text);
  return Buffer.byteLength(text);
}
