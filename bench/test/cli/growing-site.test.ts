import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { GrowingSite } from '../../src/commands/start/growing-site.ts';
import { endAfterWholeBlocks } from '../../src/commands/start/starting.ts';
import type { TargetRun } from '../../src/model/index.ts';
import type { RunStore } from '../../src/results/run-store.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository, shortProfile } from '../measure/support/repository.ts';
import { runOf, targetOf } from '../publish/small-results.ts';

const { signal } = new AbortController();

describe('a site that is built again and again while it is served', () => {
  const made = makeRepository();
  after(() => made.remove());
  made.write('bench/replays/.keep', '');
  made.write('site/package.json', '{}');
  const dist = join(made.repository.site, 'dist');
  const home = (): string => readFileSync(join(dist, 'index.html'), 'utf8');
  let version = 0;

  /** Builds as the site's builder does: keeps pages of the folder that it is given, and remembers what it made. */
  const site = new GrowingSite(invocationIn(made), async ({ data, dist: folder }) => {
    assert.ok(existsSync(join(data, 'index.json')), 'the data come first');
    if (version > 0) {
      assert.equal(home(), String(version), 'the one that is served stays whole');
      assert.ok(existsSync(join(folder, 'kept.html')), 'its pages are at hand');
      assert.equal(readFileSync(`${folder}.pages.json`, 'utf8'), `record ${version}`);
    }
    version++;
    if (version === 3) throw new Error('no site this time');
    mkdirSync(folder, { recursive: true });
    // A new file in place of the old one.
    rmSync(join(folder, 'index.html'), { force: true });
    writeFileSync(join(folder, 'index.html'), String(version));
    if (version === 1) writeFileSync(join(folder, 'kept.html'), 'kept');
    writeFileSync(`${folder}.pages.json`, `record ${version}`);
  });

  test('the first is there at once, with what its builder remembers', async () => {
    assert.ok(site.isMissing && site.isBehind);
    await site.grow(signal);
    assert.equal(home(), '1');
    assert.ok(!site.isMissing && !site.isBehind);
    assert.equal(readFileSync(`${dist}.pages.json`, 'utf8'), 'record 1');
  });

  test('the next one takes its place whole, and keeps what is unchanged as it is', async () => {
    site.noteResults();
    assert.ok(site.isBehind);
    const kept = statSync(join(dist, 'kept.html')).ino;
    await site.grow(signal);
    assert.equal(home(), '2');
    assert.equal(statSync(join(dist, 'kept.html')).ino, kept);
    assert.equal(readFileSync(`${dist}.pages.json`, 'utf8'), 'record 2');
    assert.ok(!site.isBehind);
  });

  test('one that cannot be built leaves the last, and nothing else', async () => {
    site.noteResults();
    await assert.rejects(site.grow(signal), /no site this time/);
    assert.equal(home(), '2');
    assert.ok(site.isBehind);
    assert.deepEqual(
      readdirSync(made.repository.cache).filter((name) => name.startsWith('site')),
      [],
    );
  });

  test('without its details it is behind until they are there', async () => {
    const asked: string[] = [];
    const own = new GrowingSite(invocationIn(made), async ({ dist: folder }, _, pages) => {
      asked.push(pages);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'index.html'), '2');
    });
    await own.grow(signal, 'main');
    assert.ok(own.lacksDetails && own.isBehind);
    await own.grow(signal);
    assert.ok(!own.lacksDetails && !own.isBehind);
    assert.deepEqual(asked, ['main', 'all']);
  });

  test('Ctrl-C before the pages: they stay as they are', async () => {
    await assert.rejects(site.grow(AbortSignal.abort(new Error('interrupted'))), /interrupted/);
    assert.equal(home(), '2');
  });

  test('the half-built pages of another start stay, unless it was killed', async () => {
    const ofPid = (pid: number) => `.cache/site-${pid}/next/index.html`;
    const [alive, dead] = [ofPid(process.ppid), ofPid(2 ** 22 + 1)];
    for (const path of [alive, dead]) made.write(path, '');
    const own = new GrowingSite(invocationIn(made), async ({ dist: folder }) => {
      mkdirSync(folder, { recursive: true });
    });
    await own.grow(signal);
    const isThere = (path: string): boolean => existsSync(join(made.repository.root, path));
    assert.deepEqual([isThere(alive), isThere(dead)], [true, false]);
  });
});

const MEMORY = '/dev/shm';
const isElsewhere = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev;

test('pages on another file system than the cache are replaced as well', {
  skip: isElsewhere ? false : 'no second file system',
}, async (t) => {
  const made = makeRepository();
  const folder = mkdtempSync(join(MEMORY, 'pitwall-dist-'));
  t.after(() => {
    made.remove();
    rmSync(folder, { recursive: true });
  });
  made.write('bench/replays/.keep', '');
  made.write('site/package.json', '{}');
  const dist = join(folder, 'dist');
  let version = 0;
  const site = new GrowingSite(
    { ...invocationIn(made), environment: { PITWALL_SITE_DIST: dist } },
    async ({ dist: next }) => {
      version++;
      mkdirSync(next, { recursive: true });
      writeFileSync(join(next, 'index.html'), String(version));
      writeFileSync(join(next, `only-${version}.html`), '');
      writeFileSync(`${next}.pages.json`, `record ${version}`);
    },
  );
  for (const expected of [1, 2]) {
    await site.grow(signal);
    assert.equal(readFileSync(join(dist, 'index.html'), 'utf8'), String(expected));
    assert.deepEqual(readdirSync(dist).sort(), ['index.html', `only-${expected}.html`]);
    assert.equal(readFileSync(`${dist}.pages.json`, 'utf8'), `record ${expected}`);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['dist', 'dist.pages.json']);
});

test('a run that was interrupted ends with the blocks that are whole, for the pages to show', () => {
  const counted = { writes: 0 };
  const targets = [targetOf('go/gin', [])];
  const begun = (change: object) => {
    const run = { ...runOf([]).run, finishedAt: null, ...change };
    const store = {
      run,
      targets: () => targets,
      writeRun: () => counted.writes++,
      writeTarget: (result: TargetRun) => targets.splice(0, 1, result),
    };
    const bench = { loaders: {}, databases: {}, report: () => {} };
    return { bench, store: store as unknown as RunStore, targetVariants: [] };
  };
  const profile = { ...shortProfile, name: 'short', blocks: 3 };
  const block = { startedSeconds: 0, seconds: 60, groups: 1 };

  const interrupted = begun({ profile, blocks: [{ block: 0, ...block }] });
  endAfterWholeBlocks(interrupted);
  assert.ok(interrupted.store.run.finishedAt);
  assert.equal((interrupted.store.run.profile as { blocks?: number }).blocks, 1);
  assert.equal(targets[0]?.state.step, 'left-out', 'it has no cell');
  assert.equal(counted.writes, 1);

  const nothing = begun({ profile, blocks: [] });
  endAfterWholeBlocks(nothing);
  assert.equal(nothing.store.run.finishedAt, null);
  const finishedAt = '2026-11-22T10:00:00.000Z';
  const finished = begun({ profile, blocks: [{ block: 0, ...block }], finishedAt });
  endAfterWholeBlocks(finished);
  assert.equal(finished.store.run.finishedAt, finishedAt);
  assert.equal(counted.writes, 1);
});
