import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../src/util/repository.ts';

const SOURCES = ['bench/src/**/*.ts', 'site/src/**/*.ts'];
/** Messages export the same names in each language, and pages those that Astro asks for. */
const EXEMPT = /^site\/src\/(messages|pages)\//;
const DECLARATION =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm;

/** What a file declares and exports. A name that it only passes on (`export … from`) belongs to another file. */
function declaredIn(file: string): string[] {
  const names = [...readFileSync(join(repository.root, file), 'utf8').matchAll(DECLARATION)].map(
    (match) => match[1] ?? '',
  );
  // A type may have the name of its value.
  return [...new Set(names)];
}

test('no two files of harness and site export one name: whoever reads it knows which one is meant', () => {
  const declared = globSync(SOURCES, { cwd: repository.root })
    .filter((file) => !EXEMPT.test(file))
    .sort()
    .flatMap((file) => declaredIn(file).map((name) => ({ file, name })));
  const shared = [...Map.groupBy(declared, ({ name }) => name)]
    .filter(([, declarations]) => declarations.length > 1)
    .map(([name, declarations]) => `${name}: ${declarations.map(({ file }) => file).join(', ')}`);
  assert.ok(declared.filter(({ file }) => file.startsWith('site/')).length > 100 && declared.length > 600);
  assert.deepEqual(shared, []);
});
