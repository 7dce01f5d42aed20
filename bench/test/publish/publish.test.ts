import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readTarget } from '../../src/catalog/targets.ts';
import {
  compareDataSchema,
  diffDataSchema,
  rankingTableSchema,
  runDataSchema,
  siteIndexSchema,
  sourceDataSchema,
  targetDataSchema,
  targetRunSchema,
  variantKey,
} from '../../src/model/index.ts';
import { publish } from '../../src/publish/publish.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { writeBelievableHistory } from './believable-history.ts';
import { writeBelievableResults } from './believable-results.ts';

interface Place {
  resultsFolder: string;
  siteFolder: string;
  data: string;
}

async function inFolders(work: (place: Place) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'pitwall-publish-'));
  const place = {
    resultsFolder: join(root, 'results'),
    siteFolder: join(root, 'site'),
    data: join(root, 'site/data'),
  };
  await mkdir(place.siteFolder);
  try {
    await work(place);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

async function filesBelow(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
}

function fourParts(where: RegExp, seen: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof PitwallError, String(error));
    assert.match(error.where, where);
    assert.match(error.seen, seen);
    assert.ok(error.what && error.expected && error.next);
    return true;
  };
}

test('a run is published whole: index, tables, targets, downloads', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder);
    const report = await publish(folders);
    assert.deepEqual(
      { machines: report.machines, runs: report.runs, targets: report.targets, tables: report.tables },
      // 12 scenarios, each with 3 metrics of wrk, 6 of oha at half of the capacity, and 5 at 1,000/s, where no
      // target has enough requests for p99.9; nor at half of the capacity for the longest list.
      { machines: 1, runs: 1, targets: 7, tables: 12 * (3 + 6 + 5) - 1 },
    );
    const index = siteIndexSchema.parse(await json(join(data, 'index.json')));
    const shown = index.machines[0];
    assert.ok(shown?.shownRun);
    runDataSchema.parse(await json(join(data, 'runs', shown.machine.id, `${shown.shownRun}.json`)));
    const koa = targetDataSchema.parse(await json(join(data, 'targets/javascript/koa.json')));
    assert.deepEqual(
      koa.appearances[0]?.variants.map(({ variant }) => variant),
      ['cluster', 'single'],
    );
    for (const { path, sizeBytes } of index.downloads) {
      assert.equal((await readFile(join(data, 'public', path))).length, sizeBytes, path);
    }
    const table = join(data, 'public/ranking', shown.machine.id, 'json/wrk-64/throughput.json');
    assert.equal(rankingTableSchema.parse(await json(table)).rows.length, 8);
  }));

test('raw results are copied byte for byte', () =>
  inFolders(async ({ data, ...folders }) => {
    const run = await writeBelievableResults(folders.resultsFolder);
    await publish(folders);
    const file = join(run, 'go-gin.json').slice(folders.resultsFolder.length);
    assert.equal(
      await readFile(join(data, 'public', file), 'utf8'),
      await readFile(join(run, 'go-gin.json'), 'utf8'),
    );
  }));

test('publishing twice gives the same bytes', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder);
    await publish(folders);
    const first = await filesBelow(data);
    await publish(folders);
    assert.deepEqual(await filesBelow(data), first);
    assert.deepEqual(await readdir(folders.siteFolder), ['data'], 'nothing is left beside it');
  }));

test('without results there is an index of nothing, with the constants and the schemas', () =>
  inFolders(async ({ data, ...folders }) => {
    const report = await publish(folders);
    assert.deepEqual([report.machines, report.runs, report.targets], [0, 0, 0]);
    const index = siteIndexSchema.parse(await json(join(data, 'index.json')));
    assert.ok(index.constants.length > 0);
    assert.ok(index.downloads.every(({ kind }) => kind === 'schema'));
    assert.ok(index.downloads.length > 0);
  }));

test('an unfinished run is listed and not shown; a target that it did not reach has no result', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder, { finished: false });
    await publish(folders);
    const index = siteIndexSchema.parse(await json(join(data, 'index.json')));
    assert.equal(index.machines[0]?.shownRun, null);
    assert.equal(index.runs[0]?.finishedAt, null);
    const run = runDataSchema.parse(
      await json(join(data, 'runs', index.runs[0].machine, `${index.runs[0].name}.json`)),
    );
    assert.deepEqual(
      run.targets.filter(({ state }) => state === null).map(({ target }) => target),
      ['python/fastapi'],
    );
  }));

test('a wrong result names its file and what is wrong, and leaves the site data alone', () =>
  inFolders(async ({ data, ...folders }) => {
    const run = await writeBelievableResults(folders.resultsFolder);
    await publish(folders);
    const before = await filesBelow(data);
    const file = join(run, 'go-gin.json');
    const right = targetRunSchema.parse(await json(file));
    await writeFile(file, JSON.stringify({ ...right, buildSeconds: -1 }));
    await assert.rejects(publish(folders), fourParts(/go-gin\.json › buildSeconds$/, /^-1$/));
    await writeFile(file, '{"schemaVersion":1,');
    await assert.rejects(publish(folders), fourParts(/go-gin\.json$/, /JSON/));
    await writeFile(file, JSON.stringify({ ...right, target: 'go/echo' }));
    await assert.rejects(
      publish(folders),
      fourParts(/go-gin\.json › target and variant$/, /^go-echo\.json$/),
    );
    await writeFile(file, JSON.stringify({ ...right, run: 'another' }));
    await assert.rejects(publish(folders), fourParts(/go-gin\.json › run$/, /^another$/));
    assert.deepEqual(await filesBelow(data), before);
  }));

test('a machine that nothing describes, a run without run.json and a run in two years are refused', () =>
  inFolders(async ({ data: _, ...folders }) => {
    const run = await writeBelievableResults(folders.resultsFolder);
    const machines = join(folders.resultsFolder, 'machines');
    const [machineFile] = await readdir(machines);
    const machine = await readFile(join(machines, String(machineFile)), 'utf8');
    await rm(join(machines, String(machineFile)));
    await assert.rejects(publish(folders), fourParts(/runs\/epyc/, /^none$/));
    await writeFile(join(machines, String(machineFile)), machine);
    const copy = join(dirname(dirname(run)), '2025', run.slice(run.lastIndexOf('/') + 1));
    await mkdir(copy, { recursive: true });
    await assert.rejects(publish(folders), fourParts(/2025\/.*run\.json$/, /no such file/));
    await copyFile(join(run, 'run.json'), join(copy, 'run.json'));
    await assert.rejects(publish(folders), fourParts(/2026/, /2025/));
  }));

test('a link among the results is refused: it could publish any file of the machine', () =>
  inFolders(async ({ data: _, ...folders }) => {
    const run = await writeBelievableResults(folders.resultsFolder);
    await symlink('/etc/hostname', join(run, 'go-secret.json'));
    await assert.rejects(publish(folders), fourParts(/go-secret\.json$/, /symbolic link/));
  }));

test('a folder with anything else in it is never replaced', () =>
  inFolders(async ({ data, ...folders }) => {
    await mkdir(data);
    await writeFile(join(data, 'thesis.txt'), 'three years of work');
    await assert.rejects(publish(folders), fourParts(/data$/, /thesis\.txt/));
    assert.equal(await readFile(join(data, 'thesis.txt'), 'utf8'), 'three years of work');
  }));

test('an unchanged run is not parsed again, a changed one is, and the data are the same as without a memory', () =>
  inFolders(async ({ data, ...folders }) => {
    const cacheFolder = join(dirname(folders.siteFolder), 'cache');
    await writeBelievableResults(folders.resultsFolder);
    const later = { startedAt: '2026-06-03T02:00:00.000Z', only: ['go-gin.json', 'rust-axum.json'] };
    const second = await writeBelievableResults(folders.resultsFolder, { seed: 13, ...later });
    assert.equal((await publish({ ...folders, cacheFolder })).parsed, 2);
    assert.equal((await publish({ ...folders, cacheFolder })).parsed, 0);
    const remembered = await filesBelow(data);
    await publish(folders);
    assert.deepEqual(await filesBelow(data), remembered);
    const file = join(second, 'go-gin.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"Gin"', '"Gin "'));
    assert.equal((await publish({ ...folders, cacheFolder })).parsed, 1);
    assert.notDeepEqual(await filesBelow(data), remembered);
    // A memory that was cut short is no memory.
    for (const name of await readdir(cacheFolder)) await writeFile(join(cacheFolder, name), '{"run":');
    assert.equal((await publish({ ...folders, cacheFolder })).parsed, 2);
  }));

test('many runs are reduced on all processors, once, to the same data as one after the other', () =>
  inFolders(async ({ data, ...folders }) => {
    const cacheFolder = join(dirname(folders.siteFolder), 'cache');
    writeBelievableHistory(folders.resultsFolder, { runs: 18, fullRatio: 0, targets: 3, daysApart: 1 });
    assert.ok((await publish({ ...folders, cacheFolder })).parsed >= 18);
    const inThreads = await filesBelow(data);
    assert.equal((await publish({ ...folders, cacheFolder })).parsed, 0);
    assert.deepEqual(await filesBelow(data), inThreads);
    await publish(folders);
    assert.deepEqual(await filesBelow(data), inThreads);
  }));

test('two runs of one profile are compared: the sentence of each figure follows from its rounds', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder);
    await writeBelievableResults(folders.resultsFolder, { seed: 13, startedAt: '2026-06-03T02:00:00.000Z' });
    await publish(folders);
    const index = siteIndexSchema.parse(await json(join(data, 'index.json')));
    assert.deepEqual(
      index.runs.map(({ before }) => before),
      [index.runs[1]?.name, null],
    );
    const name = `${index.runs[0]?.name}.json`;
    const diff = diffDataSchema.parse(
      await json(join(data, 'public/diffs', String(index.runs[0]?.machine), name)),
    );
    const { worse, better, unresolved } = diff.counts;
    assert.equal(worse + better + unresolved + diff.same, diff.cells);
    for (const { low, high, metric } of diff.significant) {
      const threshold = 1 + (diff.thresholds[metric] ?? 0);
      assert.ok(low > threshold || high < 1 / threshold, `${metric} ${low} ${high}`);
    }
  }));

test('the name of a target variant is one part of an address, and its comparison turns around', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder);
    await publish(folders);
    const [gin, koa] = await Promise.all(
      ['go-gin', 'javascript-koa.cluster'].map(async (key) =>
        compareDataSchema.parse(await json(join(data, `public/compare/epyc-9354-4c-16g/${key}.json`))),
      ),
    );
    const there = gin?.others.find(({ variant }) => variant === 'cluster')?.times ?? [];
    const back = koa?.others.find(({ target }) => target === 'go/gin')?.times ?? [];
    const both = there.flatMap((times, index) => {
      const other = back[index];
      return times && other ? [[times[0], other[0]] as const] : [];
    });
    assert.ok(both.length > 20);
    for (const [a, b] of both) assert.ok(Math.abs(a * b - 1) < 2e-3, `${a} and ${b}`);
  }));

test('a pair says what the ranking says: the ratio of its figures, and proven where the ranking proves it', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder);
    await publish(folders);
    const machine = 'epyc-9354-4c-16g';
    const table = rankingTableSchema.parse(
      await json(join(data, 'public/ranking', machine, 'json/wrk-64/throughput.json')),
    );
    const read = async (key: string) =>
      compareDataSchema.parse(await json(join(data, `public/compare/${machine}/${key}.json`)));
    const compared = await Promise.all(
      table.rows.map(async (row) =>
        'estimate' in row.outcome ? [{ row, data: await read(variantKey(row)) }] : [],
      ),
    );
    const all = compared.flat();
    let proven = 0;
    for (const { row: first, data: one } of all) {
      const at = one.rows.findIndex(
        ({ scenario, metric }) => scenario === 'json' && metric === 'throughputPerSecond',
      );
      assert.deepEqual(one.rows[at]?.marks, [...new Set(first.marks.map(({ code }) => code))]);
      for (const { row: second } of all) {
        if (second === first || !('estimate' in first.outcome) || !('estimate' in second.outcome)) continue;
        const times = one.others.find(
          ({ target, variant }) => target === second.target && variant === second.variant,
        )?.times[at];
        if (!('factor' in first.outcome) || !('factor' in second.outcome)) {
          assert.equal(times, null, 'a figure that cannot be compared has no ratio');
          continue;
        }
        assert.ok(times);
        const quotient = second.outcome.estimate.median / first.outcome.estimate.median;
        assert.ok(Math.abs(times[0] / quotient - 1) < 1e-3, `${times[0]} beside ${quotient}`);
        if (first.outcome.kind !== 'ranked' || second.outcome.kind !== 'ranked') continue;
        const behind = first.outcome.behind.includes(table.rows.indexOf(second));
        assert.equal((times[1] ?? 0) > 1, behind, `${first.target} behind ${second.target}`);
        proven += Number(behind);
      }
    }
    assert.ok(proven > 2);
  }));

test('targets that share a name have their language with it, wherever they show', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder, {
      names: { 'java/spring-boot': 'Vert.x', 'go/gin': 'Vert.x' },
    });
    await publish(folders);
    const index = siteIndexSchema.parse(await json(join(data, 'index.json')));
    const names = index.targets.map(({ name }) => name);
    assert.ok(names.includes('Vert.x (Java)') && names.includes('Vert.x (Go)'), names.join());
    // Two variants of one target share its name without being taken for two targets.
    assert.ok(names.includes('Koa'));
  }));

test('a target of the repository has its source, its command and a chart beside its badge', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder);
    await publish({ ...folders, targets: [readTarget(repository, 'go/gin')] });
    const source = sourceDataSchema.parse(await json(join(data, 'sources/go/gin.json')));
    assert.match(source.files.find(({ path }) => path === 'main.go')?.text ?? '', /^package main$/m);
    assert.ok(source.files.some(({ path, leftOut }) => path === 'go.sum' && leftOut === 'lock-file'));
    const gin = targetDataSchema.parse(await json(join(data, 'targets/go/gin.json')));
    assert.match(
      gin.appearances[0]?.runs[0]?.options ?? '',
      /^--profile standard --blocks \d+ .*--seed \d+$/,
    );
    const badge = await readFile(join(data, 'public/badges/go-gin.svg'), 'utf8');
    const place = /rank \S+ of \d+/.exec(badge)?.[0] ?? 'none';
    assert.ok((await readFile(join(data, 'public/charts/go-gin.svg'), 'utf8')).includes(place), place);
    await assert.rejects(readFile(join(data, 'sources/rust/axum.json')), /ENOENT/);
  }));

test('a series counts as many points as it has, whatever the runs of its document', () =>
  inFolders(async ({ data, ...folders }) => {
    await writeBelievableResults(folders.resultsFolder);
    await writeBelievableResults(folders.resultsFolder, { seed: 13, startedAt: '2026-06-03T02:00:00.000Z' });
    await publish(folders);
    const { trends } = siteIndexSchema.parse(await json(join(data, 'index.json')));
    assert.ok(trends.length > 0);
    for (const { runs, longest, line } of trends) {
      assert.ok(longest >= 1 && longest <= runs);
      assert.ok(line.length !== 1 && line.length <= longest, 'a line has two points or none');
    }
    assert.equal(
      trends.find(({ target, scenario }) => target === 'go/gin' && scenario === 'json')?.longest,
      2,
    );
  }));
