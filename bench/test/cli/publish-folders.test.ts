import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { publishSite, shownFolder, siteFolders } from '../../src/commands/project/publish.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';

describe('where publish writes', () => {
  const made = makeRepository();
  const { repository } = made;
  after(() => made.remove());
  made.write('bench/replays/.keep', '');

  test('the folders of the site, unless the environment names others; relative ones start in site/', () => {
    const own = { data: join(repository.site, 'data'), dist: join(repository.site, 'dist') };
    assert.deepEqual(siteFolders(repository, {}), own);
    assert.deepEqual(siteFolders(repository, { PITWALL_SITE_DATA: '', PITWALL_SITE_DIST: '' }), own);
    const named = siteFolders(repository, {
      PITWALL_SITE_DATA: '/elsewhere/data',
      PITWALL_SITE_DIST: 'other',
    });
    assert.deepEqual(named, { data: '/elsewhere/data', dist: join(repository.site, 'other') });
    assert.equal(shownFolder(repository, named.dist), 'site/other');
    assert.equal(shownFolder(repository, named.data), '/elsewhere/data');
  });

  test('the data are where the site will read them, and nothing is where it will not', async () => {
    const data = join(repository.root, 'mine');
    const invocation = {
      ...invocationIn(made, { options: { 'data-only': true } }),
      environment: { PITWALL_SITE_DATA: data },
    };
    assert.equal(await publishSite.run(invocation), exitCodes.ok);
    assert.ok(existsSync(join(data, 'index.json')));
    assert.ok(!existsSync(join(repository.site, 'data')));
    assert.match(invocation.output(), /^The data is in mine$/m);
  });
});
