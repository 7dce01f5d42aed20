import assert from 'node:assert/strict';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { judgeReleases } from '../../src/analysis/releases/judge-releases.ts';
import { readReplays } from '../../src/catalog/replays.ts';
import { bodyOfRelease, costlyReleases } from '../../src/ci/release-alert.ts';
import { type Reported, reportOf } from '../../src/ci/report.ts';
import { history } from '../../src/commands/comparing/history.ts';
import { verdict } from '../../src/commands/comparing/verdict.ts';
import { show } from '../../src/commands/measuring/show.ts';
import { lint } from '../../src/commands/project/lint.ts';
import { publish } from '../../src/publish/publish.ts';
import { readComparison } from '../../src/results/comparison-store.ts';
import { readAllReleases } from '../../src/results/release-store.ts';
import { renderReleases } from '../../src/terminal/releases.ts';
import { exitCodes, PitwallError } from '../../src/util/errors.ts';
import { seededRandom } from '../../src/util/random.ts';
import { repositoryAt, repository as thisRepository } from '../../src/util/repository.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import type { MadeRepository } from '../measure/support/repository.ts';
import { type Json, mutated, onePlaceOfEach } from './mutation.ts';

/**
 * What passes `lint` publishes, and no command shows a stack for a file, whatever it says: held over changes of real
 * results, some of them systematic, some drawn. The seed makes a failure repeatable; more rounds than one look longer.
 */
const SEED = Number(process.env.PITWALL_MUTATION_SEED ?? 20_261_122);
const ROUNDS = Number(process.env.PITWALL_MUTATION_ROUNDS ?? 1);
/** Documents with several changes at once, in each round. */
const DRAWN = 60;
/** Enough for ranks, and for every kind of page. */
const TARGETS_OF_A_RUN = 2;

const root = mkdtempSync(join(tmpdir(), 'pitwall-mutations-'));
after(() => rmSync(root, { recursive: true, force: true }));
const repository = repositoryAt(root);
const made = { repository } as MadeRepository;
const read = (path: string): Json => JSON.parse(readFileSync(path, 'utf8')) as Json;

/** A checkout that began with empty results measures the kinds of results one by one. */
class Lacking extends Error {}

function required<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw new Lacking(`the results of this checkout have no ${what} to change`);
  return found;
}

function copyOf(path: string, change: (document: never) => unknown = (document) => document): string {
  const to = join(repository.results, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, JSON.stringify(change(read(join(thisRepository.results, path)) as never)));
  return to;
}

/** Copies a run with its smallest targets that were measured, and one that was not. */
function copyRun(folder: string): string[] {
  const files = globSync(`${folder}/*.json`, { cwd: thisRepository.results }).filter(
    (file) => basename(file) !== 'run.json',
  );
  const sized = files
    .map((file) => ({ file, text: readFileSync(join(thisRepository.results, file), 'utf8') }))
    .sort((a, b) => a.text.length - b.text.length)
    .map(({ file, text }) => ({ file, result: JSON.parse(text) }));
  const measured = sized.filter(({ result }) => result.state.step === 'measured');
  const chosen = [
    ...measured.slice(0, TARGETS_OF_A_RUN),
    ...sized.filter(({ result }) => result.state.step !== 'measured').slice(0, 1),
  ];
  const targets = chosen.map(({ result: { target, variant } }) => ({ target, variant }));
  return [
    copyOf(`${folder}/run.json`, (run: object) => ({ ...run, targets })),
    ...chosen.map(({ file }) => copyOf(file)),
  ];
}

function bytesOf(folder: string): number {
  return globSync(`${folder}/*.json`, { cwd: thisRepository.results }).reduce(
    (sum, file) => sum + readFileSync(join(thisRepository.results, file)).length,
    0,
  );
}

/**
 * Copies the history of releases with the most kinds of outcomes among those with a step that was measured again, and
 * every comparison of its folder.
 */
function copyReleases(): string[] {
  const histories = globSync('releases/*/*/*/history.json', { cwd: thisRepository.results }).map((file) => {
    const { releases, confirmations } = read(join(thisRepository.results, file)) as {
      releases: { outcome: { state: string } }[];
      confirmations: unknown[];
    };
    const kinds = new Set(releases.map(({ outcome }) => outcome.state)).size;
    return { folder: dirname(file), kinds, repeated: confirmations.length };
  });
  const [first] = histories
    .filter(({ repeated }) => repeated > 0)
    .sort((a, b) => b.kinds - a.kinds || a.repeated - b.repeated);
  const richest = required(first, 'history of releases with a step that was measured again');
  return globSync(`${richest.folder}/*.json`, { cwd: thisRepository.results }).map((file) => copyOf(file));
}

/**
 * Two runs of one profile in blocks, a replay, a comparison, a history of releases, a calibration, a study and a machine,
 * all of them small.
 */
function sandbox(): string[] {
  const runs = globSync('runs/*/*/*/run.json', { cwd: thisRepository.results }).map((file) => ({
    folder: dirname(file),
    run: read(join(thisRepository.results, file)) as {
      profile: { name: string };
      replay?: { study: string };
    },
  }));
  const bySize = runs
    .map((one) => ({ ...one, bytes: bytesOf(one.folder) }))
    .sort((a, b) => a.bytes - b.bytes);
  const replayed = required(
    bySize.find(({ run }) => run.replay !== undefined),
    'replay',
  );
  const plain = bySize.filter(({ run }) => run.replay === undefined);
  const alike = plain.filter(({ run }) => run.profile.name === plain[0]?.run.profile.name);
  const chosen = [...new Set([...alike.slice(0, 2), ...plain.slice(0, 2)])].slice(0, 2);
  required(chosen[1], 'second run');
  const study = replayed.run.replay?.study ?? '';
  mkdirSync(repository.replays, { recursive: true });
  cpSync(join(thisRepository.replays, `${study}.yaml`), join(repository.replays, `${study}.yaml`));
  const calibration = required(
    globSync('calibrations/*.json', { cwd: thisRepository.results })[0],
    'calibration',
  );
  const machines = globSync('machines/*.json', { cwd: thisRepository.results });
  const comparison = required(
    globSync('comparisons/*/*/*.json', { cwd: thisRepository.results })[0],
    'comparison',
  );
  return [
    ...machines.map((file) => copyOf(file)),
    ...[...chosen, replayed].flatMap(({ folder }) => copyRun(folder)),
    copyOf(comparison),
    ...copyReleases(),
    copyOf(`published/${study}.json`),
    copyOf(calibration, (whole: { comparisons: unknown[] }) => ({
      ...whole,
      comparisons: whole.comparisons.slice(0, 2),
    })),
  ];
}

/** What kind of document a file is. Replays are a kind of their own: their pages read them besides all else. */
function kindOf(file: string): string {
  const [folder = ''] = relative(repository.results, file).split('/');
  const name = basename(file);
  if (folder !== 'runs') return name === 'history.json' ? `${folder}, history` : folder;
  const run = 'replay' in (read(join(dirname(file), 'run.json')) as object) ? 'replay' : 'run';
  return name === 'run.json' ? run : `target of a ${run}`;
}

/** The files to change, or why there is nothing to change. */
function filesOrReason(): { files: string[]; skip: string | false } {
  try {
    return { files: sandbox(), skip: false };
  } catch (error) {
    if (error instanceof Lacking) return { files: [], skip: error.message };
    throw error;
  }
}

const { files, skip } = filesOrReason();
const comparisons = files.filter((file) => file.includes('/comparisons/'));
const about: Reported = {
  jobs: { plan: 'success', approve: 'success', duet: 'success' },
  address: 'https://example.org/1',
  commit: 'a'.repeat(40),
  newestCommit: 'a'.repeat(40),
  webAddress: 'https://example.org',
  expected: { base: 'b'.repeat(40), partial: false, cells: ['go/gin json'], missing: [], common: [] },
  cost: '',
};

/** Every reader of results besides `lint`, by its name. */
const readers: Record<string, () => unknown> = {
  publish: () =>
    publish({
      resultsFolder: repository.results,
      siteFolder: repository.site,
      cacheFolder: join(repository.cache, 'publish'),
      replays: readReplays(repository),
    }),
  show: () => show.run(invocationIn(made, { options: { json: true } })),
  'show as a table': () => show.run(invocationIn(made)),
  verdict: () => verdict.run(invocationIn(made, { arguments: comparisons })),
  'verdict --markdown': () =>
    verdict.run(invocationIn(made, { arguments: comparisons, options: { markdown: true } })),
  history: () => history.run(invocationIn(made)),
  report: () => {
    for (const file of comparisons) reportOf(readComparison(file), about);
  },
  'releases as a table': () => {
    const { terminal } = invocationIn(made);
    for (const stored of readAllReleases(repository.results)) renderReleases(judgeReleases(stored), terminal);
  },
  'issues of releases': () => {
    const costly = costlyReleases(readAllReleases(repository.results), new Date('2026-11-23T00:00:00Z'));
    const source = { webAddress: 'https://example.org', handlerOf: () => null, olderOf: () => null };
    for (const release of costly) bodyOfRelease(release, source);
  },
};

/** Returns whether `lint` accepts the results; an error without its five parts fails the test. */
async function passesLint(what: string): Promise<boolean> {
  try {
    return (await lint.run(invocationIn(made, { options: { json: true } }))) === exitCodes.ok;
  } catch (error) {
    assert.ok(error instanceof PitwallError, `lint: ${what}\n${(error as Error).stack}`);
    return false;
  }
}

async function hold(what: string): Promise<boolean> {
  const passes = await passesLint(what);
  for (const [name, work] of Object.entries(readers)) {
    try {
      await work();
    } catch (error) {
      const stack = (error as Error).stack;
      assert.ok(
        error instanceof PitwallError,
        `${name}, of a file that lint ${passes ? 'passes' : 'refuses'}: ${what}\n${stack}`,
      );
      assert.ok(!passes, `lint passes what ${name} refuses: ${what}\n${error.message}`);
    }
  }
  return passes;
}

test('the results as they are pass, and are published', { skip }, async () => {
  assert.ok(await hold('as they are'));
});

test('files of every kind that a results folder may hold are changed', { skip }, () => {
  const kinds = new Set(files.map((file) => relative(repository.results, file).split('/')[0]));
  const all = new Set(
    globSync('*/**/*.json', { cwd: thisRepository.results }).map((file) => file.split('/')[0] as string),
  );
  // The schemas are made from the code; no command reads them.
  assert.deepEqual([...kinds].sort(), [...all].filter((kind) => kind !== 'schemas').sort());
});

for (let round = 0; round < ROUNDS; round++) {
  const seed = SEED + round;
  for (const [kind, alike] of Map.groupBy(files, kindOf)) {
    test(`one value of each shape changed: ${kind}, seed ${seed}`, async () => {
      const changed = new Set<string>();
      for (const file of alike) {
        const random = seededRandom(seed);
        const whole = readFileSync(file, 'utf8');
        const document = JSON.parse(whole) as Json;
        try {
          for (const place of onePlaceOfEach(document, random)) {
            // Drawn for all, so that what is drawn for a file does not depend on the files before it.
            const change = mutated(document, place, random);
            if (changed.has(place.shape)) continue;
            changed.add(place.shape);
            writeFileSync(file, JSON.stringify(change.document));
            await hold(`${file}: ${change.what} (seed ${seed})`);
          }
        } finally {
          writeFileSync(file, whole);
        }
      }
    });
  }

  test(`several values changed at once, seed ${seed}`, { skip }, async () => {
    const random = seededRandom(seed);
    for (let number = 0; number < DRAWN; number++) {
      const file = files[random.below(files.length)] as string;
      const whole = readFileSync(file, 'utf8');
      let document = JSON.parse(whole) as Json;
      const changes: string[] = [];
      for (let count = 1 + random.below(4); count > 0 && typeof document === 'object'; count--) {
        const places = onePlaceOfEach(document, random);
        const change = mutated(
          document,
          places[random.below(places.length)] as (typeof places)[number],
          random,
        );
        document = change.document;
        changes.push(change.what);
      }
      try {
        writeFileSync(file, JSON.stringify(document));
        await hold(`${file}: ${changes.join('; ')} (seed ${seed}, document ${number})`);
      } finally {
        writeFileSync(file, whole);
      }
    }
  });
}
