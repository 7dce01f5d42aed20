import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../../src/util/repository.ts';
import { additions, scenarioOnNewDatabase, touchedBy } from './additions.ts';
import { copyCheckout } from './copy.ts';

const all = [...additions, scenarioOnNewDatabase];

for (const addition of all) {
  test(`${addition.what} touches at most ${addition.reach} files beside its own folder`, () => {
    const touched = touchedBy(addition);
    assert.ok(touched.length <= addition.reach, touched.join(', '));
  });
}

// `made-up.test.ts` runs them too, but not every time: whoever changes an interface is to see here what else has it.
test('a copy of the checkout with all of them compiles', () => {
  const copy = copyCheckout();
  try {
    for (const addition of all) copy.apply(addition);
    const { include: _, ...config } = JSON.parse(readFileSync(join(copy.root, 'tsconfig.json'), 'utf8'));
    const own = { ...config, include: ['bench/src', 'site/src/messages/*/index.ts'] };
    copy.write('tsconfig.house.json', JSON.stringify(own));
    const tsc = join(repository.root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.house.json'], {
      ...{ cwd: copy.root, encoding: 'utf8' },
    });
    assert.equal(status, 0, stdout);
  } finally {
    copy.remove();
  }
});
