import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { run } from '../../src/commands/measuring/run.ts';
import { show } from '../../src/commands/measuring/show.ts';
import { lint } from '../../src/commands/project/lint.ts';
import type { Profile } from '../../src/model/index.ts';
import { MAX_RESULT_BYTES, RunStore, readTargetRun, runFolders } from '../../src/results/run-store.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { benchOf, machine, measureAll } from '../measure/support/bench.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { type MadeRepository, makeRepository } from '../measure/support/repository.ts';
import { unfinished } from '../measure/support/results.ts';
import { cellWith, targetOf, throughputCell } from '../publish/small-results.ts';

/** A finished-looking run folder on disk, made without measuring. */
function storeIn(made: MadeRepository): RunStore {
  const store = RunStore.create(made.repository, machine, unfinished(machine.id));
  const { id } = store.run;
  store.writeTarget(targetOf('javascript/one', [throughputCell([1_000, 1_100, 1_050])], { run: id }));
  return store;
}

describe('a result file that is not what it should be is named, by every command that reads it', () => {
  const spoiled: [string, (text: string) => string, RegExp][] = [
    ['truncated', (text) => text.slice(0, text.length / 2), /is truncated/],
    [
      'of a newer Pitwall',
      (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 2'),
      /newer Pitwall/,
    ],
    ['too large', (text) => text.padEnd(MAX_RESULT_BYTES + 1, ' '), /too large/],
    ['no JSON', () => '<<<<<<< HEAD\n{}', /not JSON/],
    ['of another shape', (text) => text.replace('"variant"', '"varient"'), /does not match its schema/],
    ['empty', () => '', /is truncated/],
  ];
  for (const [name, spoil, what] of spoiled) {
    for (const file of ['run.json', 'javascript-one.json']) {
      if (file === 'run.json' && name === 'of another shape') continue;
      test(`${name}: ${file}`, async () => {
        const made = makeRepository();
        const path = join(storeIn(made).folder, file);
        writeFileSync(path, spoil(readFileSync(path, 'utf8')));
        for (const command of [show, lint]) {
          const error = await refusalOf(() => command.run(invocationIn(made)));
          assert.match(error.what, what);
          assert.ok(error.where.includes(file), error.where);
        }
        const resumed =
          file === 'run.json'
            ? () => run.run(invocationIn(made, { options: { resume: true } }))
            : () => readTargetRun(path);
        const { what: seen, where } = await refusalOf(resumed);
        assert.match(seen, what);
        assert.ok(where.includes(file), where);
        made.remove();
      });
    }
  }
});

const root = process.getuid?.() === 0;

describe('a results folder that cannot be written', () => {
  const made = makeRepository();
  made.addTarget('one');
  made.addProfile('short');
  after(() => made.remove());

  test('read-only', { skip: root ? 'root writes where it likes' : false }, async () => {
    chmodSync(made.repository.results, 0o500);
    const { seen, where } = await refusalOf(() => measureAll(benchOf(made, { loaders: {} }), 'short'));
    chmodSync(made.repository.results, 0o700);
    assert.match(seen, /EACCES/);
    assert.ok(where.startsWith(made.repository.results));
  });

  test('a file where the folder should be', async () => {
    const path = join(made.repository.results, 'runs');
    writeFileSync(path, '');
    const { where, next } = await refusalOf(() => measureAll(benchOf(made, { loaders: {} }), 'short'));
    rmSync(path);
    assert.ok(where.startsWith(path), where);
    assert.match(next, /Move the file/);
  });
});

const mountable = root && canMount();

describe('a disk that is full or read-only', {
  skip: mountable ? false : 'only root may mount a small disk',
}, () => {
  const made = makeRepository();
  const { results } = made.repository;
  if (mountable) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', results]);
  after(() => {
    if (mountable) execFileSync('umount', [results]);
    made.remove();
  });

  test('full: a four-part error, what was there is whole, and there is no half file', async () => {
    const store = storeIn(made);
    const file = join(store.folder, 'javascript-one.json');
    const before = readFileSync(file, 'utf8');
    const larger = targetOf('javascript/one', Array(400).fill(throughputCell([1, 2, 3])), {
      run: store.run.id,
    });
    const { what, seen, where, next } = await refusalOf(() => store.writeTarget(larger));
    assert.match(what, /previous content is unchanged/);
    assert.equal(where, file);
    assert.match(seen, /ENOSPC/);
    assert.match(next, /^Free some space/);
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.deepEqual(readdirSync(store.folder).sort(), ['javascript-one.json', 'run.json']);
  });

  test('read-only: reported before anything is measured', async () => {
    execFileSync('mount', ['-o', 'remount,ro', results]);
    made.addTarget('one');
    made.addProfile('short');
    const { seen } = await refusalOf(() => measureAll(benchOf(made, { loaders: {} }), 'short'));
    execFileSync('mount', ['-o', 'remount,rw', results]);
    assert.match(seen, /EROFS/);
    assert.deepEqual(made.leftAlive('one'), []);
  });
});

/** Containers are often root without the capability. */
function canMount(): boolean {
  const made = makeRepository();
  const folder = made.repository.results;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    made.remove();
  }
}

test('a run that has not all of its blocks is said to have fewer, but not to a program', async () => {
  const made = makeRepository();
  const store = storeIn(made);
  store.run.blocks = [{ block: 0, startedSeconds: 0, seconds: 60, groups: 1 }];
  store.writeRun();
  const progressOf = async (options: Record<string, boolean>): Promise<string> => {
    const asked = invocationIn(made, { options });
    assert.equal(await show.run(asked), exitCodes.ok);
    return asked.progress();
  };
  const folder = `results/runs/${store.run.machine}/2026/${store.run.id}`;
  const said = `The run in ${folder} is not finished: 1 of 3 blocks measured.\n`;
  assert.equal(await progressOf({}), said);
  assert.equal(await progressOf({ json: true }), '');
  store.run.finishedAt = '2026-03-04T06:06:07.000Z';
  store.run.profile = { ...store.run.profile, blocks: 1 } as Profile;
  store.run.shortened = { plannedBlocks: 3, afterBlocks: 1 };
  store.writeRun();
  assert.equal(await progressOf({}), `The run in ${folder} has 1 of 3 planned blocks.\n`);
  delete store.run.shortened;
  store.writeRun();
  assert.equal(await progressOf({}), '');
  made.remove();
});

test('a load at a rate with too few requests for p99 is shown by the percentile that it has', async () => {
  const made = makeRepository();
  const store = storeIn(made);
  const rounds = { latencyP50Seconds: [0.001, 0.001], latencyP90Seconds: [0.002, 0.003] };
  const cells = [throughputCell([1_000, 1_100]), cellWith({ loader: 'oha', rounds })];
  store.writeTarget(targetOf('javascript/one', cells, { run: store.run.id }));
  for (const options of [{}, { load: 'oha-64-rate-1000' }]) {
    const asked = invocationIn(made, { options });
    assert.equal(await show.run(asked), exitCodes.ok);
    const titles = asked.output().match(/^.*(?:higher|lower) is better$/gm);
    assert.deepEqual(titles, [
      ...('load' in options ? [] : ['Small JSON: throughput, higher is better']),
      'Small JSON: latency p90, lower is better',
    ]);
  }
  made.remove();
});

test('nothing to resume, nothing to show', async () => {
  const made = makeRepository();
  const resumed = await refusalOf(() => run.run(invocationIn(made, { options: { resume: true } })));
  assert.equal(resumed.exitCode, exitCodes.usage);
  assert.match(resumed.what, /No unfinished run to resume/);
  const shown = await refusalOf(() => show.run(invocationIn(made)));
  assert.match(shown.what, /Nothing has been measured yet/);
  assert.match(shown.next, /run --profile quick/);
  assert.deepEqual(runFolders(made.repository), []);
  assert.ok(!existsSync(join(made.repository.cache, 'lock')));
  made.remove();
});
