import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from '../src/util/repository.ts';

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

/** Files of one folder, without its folders: what can be taken in at a glance. */
const MOST_FILES = 16;

const source = join(repository.root, 'bench/src');
const files = globSync('**/*.ts', { cwd: source }).sort();

/** Imports of a file: `[path, only types]`, relative ones resolved below bench/src. */
function importsOf(file: string): { path: string; onlyTypes: boolean }[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)';/gms)].map((match) => ({
    path: match[2]?.startsWith('.') ? normalize(join(dirname(file), match[2])) : (match[2] ?? ''),
    onlyTypes: match[1] !== undefined,
  }));
}

function folderOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function layerOf(path: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folderOf(path)));
}

describe('layers of bench/src', () => {
  test('every folder has its place', () => {
    for (const file of files) assert.notEqual(layerOf(file), -1, `${file} is in no layer`);
  });

  test('imports point down only; beside, types alone may be shared', () => {
    const wrong: string[] = [];
    for (const file of files) {
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
    const imports = new Map(files.map((file) => [file, importsOf(file).map(({ path }) => path)]));
    const done = new Set<string>();
    const circles: string[] = [];
    const follow = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file) || way.includes(file)) return;
      for (const path of imports.get(file) ?? []) follow(path, [...way, file]);
      done.add(file);
    };
    for (const file of files) follow(file, []);
    assert.deepEqual(circles, []);
  });

  test('no folder has more files than a reader takes in', () => {
    const byFolder = Map.groupBy(files, dirname);
    const crowded = [...byFolder].filter(([, own]) => own.length > MOST_FILES).map(([folder]) => folder);
    assert.deepEqual(crowded, []);
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
    const guilty = files.filter((file) => importsOf(file).some(({ path }) => path.startsWith('../../site')));
    assert.deepEqual(guilty, []);
  });
});
