import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from '../src/util/repository.ts';
import {
  folderSizes,
  harnessFiles,
  importCircles,
  importsOf,
  MOST_FILES,
  site,
  siteFiles,
} from './house/sources.ts';

/** Layers of bench/src, top first. A file imports from its own folder and from the layers below it. */
const LAYERS = [
  ['cli.ts'],
  ['commands'],
  ['ci'],
  ['measure', 'publish'],
  ['terminal'],
  ['analysis'],
  ['catalog'],
  ['launch', 'load', 'verify', 'databases', 'results'],
  ['words'],
  ['model', 'stats'],
  ['scenarios'],
  ['hosts'],
  ['machine'],
  ['process'],
  ['util'],
];

/**
 * Folders of the site's lib and components, top first; a word means the same in both. A file imports from its own
 * folder and from the layers below it.
 */
const LAYERS_OF_THE_SITE = [
  ['languages'],
  ['changes', 'choose', 'frameworks', 'home', 'replays'],
  ['field', 'warm-up'],
  ['ranking'],
  ['compare', 'methodology'],
  ['machines', 'runs'],
  ['charts', 'tables'],
  ['page'],
  ['build'],
];

/** What the site may import of bench. */
const ROOMS_OF_THE_SITE = ['@pitwall/bench/model', '@pitwall/bench/stats', '@pitwall/bench/words'];

function folderOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function layerOf(path: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folderOf(path)));
}

/** `ranking` of `lib/ranking/card.ts`; `null` for what is neither in lib nor in components. */
function roomOf(path: string): string | null {
  const [part = '', room = ''] = path.split('/');
  return ['lib', 'components'].includes(part) ? room : null;
}

function layerOfRoom(room: string): number {
  return LAYERS_OF_THE_SITE.findIndex((layer) => layer.includes(room));
}

describe('layers of bench/src', () => {
  test('every folder has its place', () => {
    for (const file of harnessFiles) assert.notEqual(layerOf(file), -1, `${file} is in no layer`);
  });

  test('imports point down only; beside, types alone may be shared', () => {
    const wrong: string[] = [];
    for (const file of harnessFiles) {
      for (const { path, onlyTypes } of importsOf(file)) {
        if (path.startsWith('..')) wrong.push(`${file} → ${path}`);
        if (!path.endsWith('.ts') || folderOf(path) === folderOf(file)) continue;
        const [from, to] = [layerOf(file), layerOf(path)];
        if (to < from || (to === from && !onlyTypes)) wrong.push(`${file} → ${path}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  test('no file imports itself by way of others, types included', () => {
    assert.deepEqual(importCircles(), []);
  });

  test('no folder has more files than a reader takes in', () => {
    assert.deepEqual(
      [...folderSizes(harnessFiles), ...folderSizes(siteFiles)].filter(({ files }) => files > MOST_FILES),
      [],
    );
  });

  test('the site imports the model, the statistics and the words, nothing else of bench', () => {
    const wrong: string[] = [];
    for (const file of globSync('site/src/**/*.{ts,astro,mjs}', { cwd: repository.root })) {
      const text = readFileSync(join(repository.root, file), 'utf8');
      for (const [, path = ''] of text.matchAll(/from\s+'([^']+)'/g)) {
        if (path.includes('bench') && !ROOMS_OF_THE_SITE.includes(path)) {
          wrong.push(`${file} → ${path}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  });

  test('nothing in bench imports the site', () => {
    const guilty = harnessFiles.filter((file) =>
      importsOf(file).some(({ path }) => path.startsWith('../../site')),
    );
    assert.deepEqual(guilty, []);
  });
});

describe('folders of the site', () => {
  test('every file of lib and components is in one that has its place', () => {
    assert.ok(siteFiles.length > 100);
    for (const file of siteFiles) {
      assert.notEqual(layerOfRoom(roomOf(file) ?? ''), -1, `${file} is in no folder of LAYERS_OF_THE_SITE`);
    }
  });

  test('imports point down only, types included', () => {
    const wrong: string[] = [];
    for (const file of siteFiles) {
      for (const { path } of importsOf(file, site)) {
        const [from, to] = [roomOf(file), roomOf(path)];
        if (from === null || to === null || from === to) continue;
        if (layerOfRoom(to) <= layerOfRoom(from)) wrong.push(`${file} → ${path}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  test('lib knows no component, script or page', () => {
    const wrong = siteFiles
      .filter((file) => file.startsWith('lib/'))
      .flatMap((file) => importsOf(file, site).map(({ path }) => ({ file, path })))
      .filter(({ path }) => /^(?:components|layouts|pages|scripts)\//.test(path));
    assert.deepEqual(wrong, []);
  });
});
