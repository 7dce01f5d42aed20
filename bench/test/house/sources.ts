import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { countLines } from '../../src/catalog/lines-of-code.ts';
import { repository } from '../../src/util/repository.ts';

/** What the sources of harness and site are like: their imports, folders, names and lines. */

const harness = join(repository.root, 'bench/src');
/** The site's own sources: `importsOf` resolves the imports of `siteFiles` below it. */
export const site = join(repository.root, 'site/src');

/** Files of the harness, below bench/src. */
export const harnessFiles = globSync('**/*.ts', { cwd: harness }).sort();

/** Files of what the site's pages are made of, below site/src. */
export const siteFiles = globSync('{lib,components}/**/*.{ts,astro}', { cwd: site }).sort();

/** Files of one folder, without its folders: what can be taken in at a glance. */
export const MOST_FILES = 16;

const IMPORTING = ['bench/{src,figures,test}/**/*.ts', 'site/{src,test}/**/*.{ts,astro}'];

/** Imports of a file: `[path, only types]`, relative ones resolved below the folder of all sources. */
export function importsOf(file: string, folder = harness): { path: string; onlyTypes: boolean }[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)';/gms)].map((match) => ({
    path: match[2]?.startsWith('.') ? normalize(join(dirname(file), match[2])) : (match[2] ?? ''),
    onlyTypes: match[1] !== undefined,
  }));
}

/** Files of harness, figures, site and tests that import themselves by way of others, types included. */
export function importCircles(): string[] {
  return circlesOf(globSync(IMPORTING, { cwd: repository.root }).sort(), repository.root);
}

function circlesOf(files: readonly string[], folder: string): string[] {
  const imports = new Map(files.map((file) => [file, importsOf(file, folder).map(({ path }) => path)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file) || way.includes(file)) return;
    for (const path of imports.get(file) ?? []) follow(path, [...way, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
  return circles;
}

/** Folders of these files with the number of files in each, the fullest first. */
export function folderSizes(files: readonly string[]): { folder: string; files: number }[] {
  return [...Map.groupBy(files, dirname)]
    .map(([folder, own]) => ({ folder, files: own.length }))
    .sort((a, b) => b.files - a.files);
}

const SOURCES = ['bench/{src,figures,test}/**/*.ts', 'site/{src,test}/**/*.ts'];
/** Messages export the same names in each language, and pages those that Astro asks for. */
const EXEMPT = /^site\/src\/(messages|pages)\//;
const DECLARATION =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm;

/** Every exported name with its file. A name that a file only passes on (`export … from`) belongs to another. */
export function exportedNames(): { file: string; name: string }[] {
  return globSync(SOURCES, { cwd: repository.root })
    .filter((file) => !EXEMPT.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(repository.root, file), 'utf8');
      // A type may have the name of its value.
      const names = new Set([...text.matchAll(DECLARATION)].map((match) => match[1] ?? ''));
      return [...names].map((name) => ({ file, name }));
    });
}

/** Names that two files or more export, each with its files. */
export function namesExportedTwice(): string[] {
  return [...Map.groupBy(exportedNames(), ({ name }) => name)]
    .filter(([, declarations]) => declarations.length > 1)
    .map(([name, declarations]) => `${name}: ${declarations.map(({ file }) => file).join(', ')}`);
}

/** Lines of `bench/src` or `site/src` that are neither blank nor comments. */
export function linesOfPart(part: 'bench' | 'site'): number {
  return globSync(`${part}/src/**/*.{ts,astro,css}`, { cwd: repository.root }).reduce((lines, file) => {
    const text = readFileSync(join(repository.root, file), 'utf8');
    // Components and styles have the comments of TypeScript.
    return lines + countLines(text, '.ts');
  }, 0);
}
