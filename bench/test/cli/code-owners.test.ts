import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readTargets } from '../../src/catalog/targets.ts';
import { codeOwners } from '../../src/commands/project/code-owners.ts';
import { repository } from '../../src/util/repository.ts';
import { makeRepository } from '../measure/support/repository.ts';

const made = makeRepository();
after(() => made.remove());

test('who maintains a target owns its folder, and nobody else', () => {
  made.addTarget('kept', 'right', { maintainers: ['keeper', 'second'] });
  made.addTarget('orphan');
  const lines = codeOwners(readTargets(made.repository)).split('\n');
  assert.deepEqual(
    lines.filter((line) => line !== '' && !line.startsWith('#')),
    ['/targets/javascript/kept/ @keeper @second'],
  );
});

test('the file in the repository is what the manifests say', () => {
  const written = readFileSync(join(repository.root, '.github/CODEOWNERS'), 'utf8');
  assert.equal(written, codeOwners(readTargets(repository)));
});
