import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from '../src/util/repository.ts';
import { harnessFiles, harnessFolders, importCircles, importsOf, MOST_FILES } from './house/sources.ts';

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

/** What the site may import of bench. */
const ROOMS_OF_THE_SITE = ['@pitwall/bench/model', '@pitwall/bench/stats', '@pitwall/bench/words'];

function folderOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function layerOf(path: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folderOf(path)));
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
      harnessFolders().filter(({ files }) => files > MOST_FILES),
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
