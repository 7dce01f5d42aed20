import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changelogPages, tagsOfVersions } from '../../../src/measure/releases/changelog.ts';
import { chosenReleases, mergedReleases, newReleases } from '../../../src/measure/releases/choose.ts';
import type { ListedRelease } from '../../../src/measure/releases/registry-client.ts';
import type { Release } from '../../../src/model/index.ts';

const listed = (version: string, day: string | null, code?: 'pre-release' | 'withdrawn'): ListedRelease => ({
  version,
  releasedAt: day === null ? null : `${day}T00:00:00.000Z`,
  leftOut: code === undefined ? null : { code, reason: `because ${code}` },
});

const ALL = [
  listed('1.0.0', '2020-01-01'),
  listed('1.1.0-rc.1', '2022-12-01', 'pre-release'),
  listed('1.1.0', '2023-01-01'),
  listed('1.1.1', '2025-06-01'),
  listed('2.0.0-beta.1', '2024-01-01', 'pre-release'),
  listed('2.0.0', '2024-02-01', 'withdrawn'),
  listed('2.0.1', '2024-02-02'),
];
const versions = (releases: readonly { version: string }[]): string[] =>
  releases.map(({ version }) => version);

test('finished releases of the span are chosen, and those left out beside them', () => {
  const found = chosenReleases(ALL, { from: new Date('2023-01-01'), last: null });
  assert.deepEqual(versions(found), ['1.1.0', '1.1.1', '2.0.0-beta.1', '2.0.0', '2.0.1']);
  assert.deepEqual(versions(chosenReleases(ALL, { from: null, last: 1 })), ['2.0.1']);
  assert.deepEqual(versions(chosenReleases(ALL, { from: new Date('2026-01-01'), last: null })), []);
  const named = { from: new Date('2026-01-01'), last: 1, only: ['1.0.0', '2.0.1'] };
  assert.deepEqual(versions(chosenReleases(ALL, named)), ['1.0.0', '2.0.1']);
});

test('a backport to an older branch is new by its date', () => {
  const release = (version: string, day: string): Release => ({
    ...{ version, releasedAt: `${day}T00:00:00.000Z`, changelog: null },
    outcome: { state: 'frozen' },
  });
  const before = { releases: [release('1.1.0', '2023-01-01'), release('2.0.1', '2024-02-02')] };
  assert.deepEqual(versions(newReleases(ALL, before)), ['1.1.1']);
  // Stopped before 2.0.2 was measured, and what is left out has an outcome at once.
  const leftOut: Release = {
    ...release('2.1.0-rc.1', '2026-01-01'),
    outcome: { state: 'left-out', code: 'pre-release', reason: 'because' },
  };
  const stopped = { releases: [...before.releases, leftOut] };
  const later = [...ALL, listed('2.0.2', '2025-12-01'), listed('2.0.3', '2023-06-01')];
  assert.deepEqual(versions(newReleases(later, stopped)), ['1.1.1', '2.0.2', '2.0.3']);
  const undated = [listed('2.0.2', null), listed('1.9.0', null)];
  assert.deepEqual(versions(newReleases(undated, before)), ['2.0.2']);
});

test('what was measured stays, even if it was withdrawn since', () => {
  const measured: Release = {
    ...{ version: '2.0.0', releasedAt: null, changelog: 'https://example.org/old' },
    outcome: { state: 'measured', comparison: 'one' },
  };
  const rows = mergedReleases([measured], ALL, (version) => `https://example.org/${version}`);
  const row = rows.find(({ version }) => version === '2.0.0');
  assert.deepEqual(row, {
    ...measured,
    releasedAt: '2024-02-01T00:00:00.000Z',
    changelog: 'https://example.org/old',
  });
  assert.equal(rows.find(({ version }) => version === '1.1.1')?.outcome, null, 'to be measured');
  assert.equal(rows.find(({ version }) => version === '2.0.0-beta.1')?.outcome?.state, 'left-out');
});

test('a page of the registry gives way to one that says what changed, and to nothing else', () => {
  const before = (changelog: string): Release => ({
    ...{ version: '1.1.1', releasedAt: null, changelog },
    outcome: { state: 'frozen' },
  });
  const page = (known: string, now: string | null): string | null | undefined =>
    mergedReleases([before(known)], ALL, () => now).find(({ version }) => version === '1.1.1')?.changelog;
  const [tag, registry] = ['https://example.org/tag/1.1.1', 'https://www.npmjs.com/package/made/v/1.1.1'];
  assert.equal(page(registry, tag), tag);
  assert.equal(page(registry, null), registry);
  assert.equal(page(tag, registry), tag);
});

test('a version has the tag of its own package, else that of the whole project, and never that of another', () => {
  const tagOf = (name: string, repository: string, version: string, ...tags: string[]) =>
    tagsOfVersions(tags, name, `https://github.com/${repository}`).get(version);
  for (const tag of [
    '1.2.0',
    'v1.2.0',
    'release-1.2.0',
    'express@1.2.0',
    'express/v1.2.0',
    'Express-1.2.0',
  ]) {
    assert.equal(tagOf('express', 'expressjs/express', '1.2.0', tag), tag);
  }
  for (const tag of ['express-session@1.2.0', 'session/v1.2.0', 'files-v1.2.0']) {
    assert.equal(tagOf('express', 'expressjs/express', '1.2.0', tag), undefined, tag);
  }
  const both = ['web-v4.0.0', 'http-v4.0.0', 'v4.0.0'];
  assert.equal(tagOf('actix-web', 'actix/actix-web', '4.0.0', ...both), 'web-v4.0.0');
  assert.equal(tagOf('actix-web', 'actix/actix-web', '4.0.0', ...both.reverse()), 'web-v4.0.0');
  assert.equal(
    tagOf('io.javalin:javalin', 'javalin/javalin', '6.1.0', 'javalin-parent-6.1.0'),
    'javalin-parent-6.1.0',
  );
  assert.equal(
    tagOf('org.eclipse.jetty:jetty-server', 'jetty/jetty.project', '12.0.1', 'jetty-12.0.1'),
    'jetty-12.0.1',
  );
  assert.equal(tagOf('h3', 'h3js/h3', '1.2.0-rc1', 'h3-v1.2.0-rc1'), 'h3-v1.2.0-rc1');
  assert.equal(
    tagOf('@hono/node-server', 'honojs/node-server', '1.2.0', '@hono/node-server@1.2.0'),
    '@hono/node-server@1.2.0',
  );
});

test('a Go module at the root of its repository has the page of its tag; any other, that of its registry', async () => {
  const signal = new AbortController().signal;
  const page = async (name: string, version: string): Promise<string | null> =>
    (await changelogPages('go', name, null, signal))(version);
  assert.equal(
    await page('github.com/go-chi/chi/v5', '5.5.0'),
    'https://github.com/go-chi/chi/releases/tag/v5.5.0',
  );
  assert.equal(
    await page('github.com/made/of-old', '7.0.0+incompatible'),
    'https://github.com/made/of-old/releases/tag/v7.0.0',
  );
  assert.equal(
    await page('github.com/made/many/part', '1.0.0'),
    'https://pkg.go.dev/github.com/made/many/part@v1.0.0',
  );
  assert.equal(await page('gorm.io/gorm', '1.31.2'), 'https://pkg.go.dev/gorm.io/gorm@v1.31.2');
});
