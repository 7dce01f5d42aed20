import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { counters, gapParts } from '../../figures/support/target-parts.ts';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { repository } from '../../src/util/repository.ts';

describe('the edits that leave out a part of a target', () => {
  const targets = readTargets(repository);
  for (const { target, name, edits } of new Set([...counters, ...gapParts])) {
    test(`${target}, ${name}: each text stands once in its file`, () => {
      const [found, ...more] = selectVariants(targets, [target]);
      assert.ok(found && more.length === 0, 'one variant, which the figure can start');
      for (const { file, from, to } of edits) {
        const text: string = readFileSync(join(found.target.folder, file), 'utf8');
        assert.equal(text.split(from).length - 1, 1, `${file}: ${from}`);
        assert.notEqual(from, to);
      }
    });
  }
});
