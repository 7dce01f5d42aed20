import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readTargets } from '../../src/catalog/targets.ts';
import { codeOwners, readOwners } from '../../src/commands/project/code-owners.ts';
import { repository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { makeRepository } from '../measure/support/repository.ts';

const made = makeRepository();
after(() => made.remove());

test('who maintains a target owns its folder, and nobody else', () => {
  made.addTarget('kept', 'right', { maintainers: ['keeper', 'second'] });
  made.addTarget('orphan');
  const lines = codeOwners(readTargets(made.repository), []).split('\n');
  assert.deepEqual(
    lines.filter((line) => line !== '' && !line.startsWith('#')),
    ['/targets/javascript/kept/ @keeper @second'],
  );
});

test('the file in the repository is what the manifests say', () => {
  const written = readFileSync(join(repository.root, '.github/CODEOWNERS'), 'utf8');
  assert.equal(written, codeOwners(readTargets(repository), readOwners(repository)));
});

test('owners of the repository own what protects the machine and the results; a maintainer only a target', () => {
  made.write('.github/owners.txt', '# who\n\n@owner\n@org/team # all of them\n');
  const owners = readOwners(made.repository);
  assert.deepEqual(owners, ['@owner', '@org/team']);
  const lines = codeOwners(readTargets(made.repository), owners)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const path of ['/.github/', '/bench/', '/results/', '/site/', '/compose.yaml'])
    assert.ok(lines.includes(`${path} @owner @org/team`), path);
  assert.match(lines.at(-1) ?? '', /^\/targets\//, 'of several lines that fit, the last one counts');
});

test('an owner who is no name is refused', async () => {
  made.write('.github/owners.txt', 'owner\n');
  assert.match((await refusalOf(() => readOwners(made.repository))).where, /owners\.txt/);
});
