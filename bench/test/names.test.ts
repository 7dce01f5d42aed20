import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../src/util/repository.ts';

const source = join(repository.root, 'bench/src');
const DECLARATION =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm;

/** What a file declares and exports. A name that it only passes on (`export … from`) belongs to another file. */
function declaredIn(file: string): string[] {
  const names = [...readFileSync(join(source, file), 'utf8').matchAll(DECLARATION)].map(
    (match) => match[1] ?? '',
  );
  // A type may have the name of its value.
  return [...new Set(names)];
}

test('no two files of bench/src export one name: whoever reads it knows which one is meant', () => {
  const declared = globSync('**/*.ts', { cwd: source })
    .sort()
    .flatMap((file) => declaredIn(file).map((name) => ({ file, name })));
  const shared = [...Map.groupBy(declared, ({ name }) => name)]
    .filter(([, declarations]) => declarations.length > 1)
    .map(([name, declarations]) => `${name}: ${declarations.map(({ file }) => file).join(', ')}`);
  assert.ok(declared.length > 500, 'the pattern still finds exports');
  assert.deepEqual(shared, []);
});
