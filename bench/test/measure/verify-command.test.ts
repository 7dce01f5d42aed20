import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { requireLinux } from '../../src/commands/measuring/platform.ts';
import { verify } from '../../src/commands/measuring/verify.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { setVariables } from '../process/environment.ts';
import { refusalOf } from './support/errors.ts';
import { invocationIn } from './support/invocation.ts';
import { makeRepository, manifestOf, serving, withMenus } from './support/repository.ts';

/** What `verify` says cannot be taken for more than it has checked. */
describe('the command verify', () => {
  const made = makeRepository();
  let restore = (): void => {};

  before(() => {
    // A database that was asked for and does not answer: nothing listens on port 1.
    restore = setVariables({ PITWALL_MYSQL_URL: 'mysql://nobody:nothing@127.0.0.1:1/nowhere' });
    made.addTarget('plain');
    made.addTarget('stores', 'right', {
      ...serving('json', 'counter', 'account-get', 'account-list'),
      databaseAccess: { mysql: { kind: 'raw', library: 'mysql2' } },
    });
    made.addTarget('exits', 'at-start-exits');
  });
  after(() => {
    restore();
    made.remove();
  });

  async function verified(words: string[], options = {}) {
    const invocation = invocationIn(made, { arguments: words, options });
    const exitCode = await verify.run(invocation);
    return { exitCode, output: invocation.output(), progress: invocation.progress() };
  }

  test('a target that passes: one line, one count, exit code 0', async () => {
    const { exitCode, output, progress } = await verified(['javascript/plain']);
    assert.equal(exitCode, exitCodes.ok, output + progress);
    assert.match(output, /^✓ javascript\/plain {2}(\d+) of \1 checks/m);
    assert.match(output, /^1 passed, 0 failed, 0 skipped$/m);
  });

  test('scenarios without their database are named, counted, and no pass', async () => {
    const { exitCode, output, progress } = await verified(['javascript/stores']);
    assert.equal(exitCode, exitCodes.failed);
    assert.match(output, /^– javascript\/stores {2}\d+ of \d+ checks.*, 2 scenarios not checked$/m);
    assert.match(output, /^ +– account-get, account-list: not checked, no MySQL$/m);
    assert.match(output, /^0 passed, 1 not checked in full, 0 failed, 0 skipped$/m);
    assert.match(
      progress,
      /Without MySQL not everything could be checked, so the exit code is 1\.\n +next: ./,
    );
  });

  test('programs read the same', async () => {
    const { output } = await verified(['javascript/stores'], { json: true });
    const [reported] = JSON.parse(output) as { state: string; reason: string; unchecked: unknown }[];
    assert.equal(reported?.state, 'incomplete');
    assert.deepEqual(reported?.unchecked, [
      { database: 'mysql', scenarios: ['account-get', 'account-list'] },
    ]);
    assert.match(reported?.reason ?? '', /not checked, no MySQL/);
  });

  test('a server that ends at its start says why, once', async () => {
    const { exitCode, output, progress } = await verified(['javascript/exits']);
    assert.equal(exitCode, exitCodes.failed);
    assert.match(output, /^✗ javascript\/exits {2}javascript\/exits exited before it could serve$/m);
    assert.equal(`${output}${progress}`.match(/cannot open the shared data/g)?.length, 1, output + progress);
    assert.match(
      progress,
      /next {6}Start it by hand: cd targets\/javascript\/exits && .*SHARED_DIR=\.\.\/\.\.\/shared/,
    );
    assert.match(output, /^0 passed, 1 failed, 0 skipped$/m);
  });

  test('of several it says first how many, how long, and how to take one alone', async () => {
    const { progress } = await verified([]);
    assert.match(
      progress,
      /^Verifying 3 variants of 3 targets \(0 of 3 builds to do\): about 1 min .*One alone: npm run bench -- verify/m,
    );
  });
});

describe('a server that', () => {
  const made = makeRepository();
  after(() => made.remove());

  /** Verifies one that behaves so from its first start on. */
  async function verified(behaviour: string, manifest = {}) {
    const environment = {
      BEHAVIOUR: behaviour,
      FROM_START: '1',
      STATE: join(made.repository.root, 'state', behaviour),
    };
    made.addTarget(behaviour, behaviour, {
      ...manifest,
      variants: [{ id: 'default', description: 'The only one.', environment }],
    });
    const invocation = invocationIn(made, { arguments: [`javascript/${behaviour}`] });
    const exitCode = await verify.run(invocation);
    return { exitCode, output: invocation.output(), progress: invocation.progress() };
  }

  test('ends while it is verified: why, beside the checks that it failed', async () => {
    const { exitCode, output, progress } = await verified('exits');
    assert.equal(exitCode, exitCodes.failed);
    assert.match(progress, /javascript\/exits exited while it was verified/);
    assert.match(progress, /exit code 70; it wrote: out of luck/);
    assert.match(output, /✗ counter\/exact: \d+ of 200 requests were not answered/);
  });

  test('leaves the work to a child and ends: that is said, although no check fails', async () => {
    const { exitCode, output, progress } = await verified('hands-over');
    assert.equal(exitCode, exitCodes.failed, output + progress);
    assert.match(progress, /javascript\/hands-over exited while it was verified/);
    assert.match(progress, /exit code 0; it wrote: nothing/);
    assert.match(output, /^✗ javascript\/hands-over {2}(\d+) of \1 checks, but .* exited while it was/m);
  });

  test('does not end when it is told to: so much is said, although no check fails', async () => {
    const { exitCode, output, progress } = await verified('ignores-term');
    assert.equal(exitCode, exitCodes.ok, output + progress);
    assert.match(progress, /javascript\/ignores-term: still running \d\.\d s after SIGTERM, then killed/);
  });

  test('does not start before its database: that check fails, with what it wrote', async () => {
    const { exitCode, output, progress } = await verified('needs-database', withMenus);
    assert.equal(exitCode, exitCodes.failed, output + progress);
    assert.match(output, /✗ server\/late-database: the server does not start while its databases cannot be/);
    assert.match(output, /ECONNREFUSED/);
    assert.match(output, /^✗ javascript\/needs-database {2}(\d+) of \d+ checks, 1 skipped$/m);
  });

  test('connects at its first query passes', async () => {
    const { exitCode, output, progress } = await verified('right', withMenus);
    assert.equal(exitCode, exitCodes.ok, output + progress);
  });
});

test('where nothing can be built, nothing is checked, and that is no success', async (t) => {
  const made = makeRepository();
  t.after(() => made.remove());
  const { process: recipe } = manifestOf('lacks', ['json']);
  made.addTarget('lacks', 'right', { process: { ...recipe, toolchains: ['node', 'native-image'] } });
  const verified = async (options: Record<string, boolean>) => {
    const invocation = invocationIn(made, { options });
    const exitCode = await verify.run(invocation);
    assert.match(invocation.output(), /^0 passed, 0 failed, 1 skipped$/m);
    return exitCode;
  };
  assert.equal(await verified({}), exitCodes.missing);
  assert.equal(await verified({ strict: true }), exitCodes.failed);
});

test('another system than Linux learns what works there', async () => {
  requireLinux('linux');
  const refusal = await refusalOf(() => requireLinux('darwin'));
  assert.equal(refusal.exitCode, exitCodes.missing);
  assert.equal(refusal.seen, 'macOS');
  assert.match(refusal.next, /npm start.*Docker.*validate/);
  assert.equal((await refusalOf(() => requireLinux('freebsd'))).seen, 'freebsd');
});
