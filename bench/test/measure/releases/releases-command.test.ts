import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { releases } from '../../../src/commands/releases/releases.ts';
import { exitCodes } from '../../../src/util/errors.ts';
import { writeBelievableReleases } from '../../publish/believable-releases.ts';
import { refusalOf } from '../support/errors.ts';
import { invocationIn } from '../support/invocation.ts';
import { makeRepository } from '../support/repository.ts';

const made = makeRepository();
after(() => made.remove());

test('where no history has begun, there is nothing to continue', async () => {
  assert.equal(await releases.run(invocationIn(made, { options: { newest: true } })), exitCodes.ok);
});

test('histories of other machines alone fail the command, which names their machines and what to do', async () => {
  for (const machine of ['old-kernel', 'older-kernel'])
    writeBelievableReleases(made.repository.results, machine);
  for (const options of [{ newest: true }, { repeat: true }]) {
    const { what, seen, next, exitCode } = await refusalOf(() =>
      releases.run(invocationIn(made, { options })),
    );
    assert.equal(what, 'No history of releases is of this machine');
    assert.equal(seen, '1 of old-kernel, 1 of older-kernel');
    assert.match(
      next,
      /npm run bench -- releases go\/gin:raw .*gh workflow run releases\.yml -f target=go\/gin:raw/,
    );
    assert.equal(exitCode, exitCodes.failed, 'somebody is notified');
  }
});
