import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createProcessLauncher } from '../../src/launch/index.ts';
import type { Launcher } from '../../src/launch/launcher.ts';
import type { RunStore } from '../../src/results/run-store.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from './support/bench.ts';
import { makeRepository, serving } from './support/repository.ts';

/** Targets that never come as far as a round: each is recorded with its step and reason, the right one is measured. */
describe('targets that do not start', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  let store: RunStore;

  before(async () => {
    for (const behaviour of ['right', 'at-start-elsewhere', 'at-start-exits', 'at-start-unhealthy'])
      made.addTarget(behaviour, behaviour);
    const start = { artifact: 'server.js', start: ['node', 'server.js'] };
    const build = [['sh', '-c', 'echo no such header >&2; exit 3']];
    made.addTarget('does-not-build', 'right', { process: { toolchains: ['node'], build, ...start } });
    made.addTarget('lacks', 'right');
    made.addTarget('port-taken', 'right');
    made.addTarget('other-contract', 'right', serving('json', 'counter', 'plaintext'));
    made.addProfile('short');
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    store = await measureAll(benchOf(made, { launcher: unlucky() }), 'short');
  });
  after(() => {
    stranger.close();
    made.remove();
  });

  /** The machine lacks what `lacks` needs, and the port of `port-taken` is somebody else's. */
  const stranger = createServer();
  function unlucky(): Launcher {
    const launcher = createProcessLauncher({
      repository: made.repository,
      pinned: false,
      healthySeconds: 5,
      stopSeconds: 0.5,
    });
    return {
      ...launcher,
      async missingFor({ id }) {
        return id.endsWith('/lacks')
          ? [{ what: 'Go is not installed', next: 'apt-get install golang-go' }]
          : [];
      },
      start(built, variant, settings, signal) {
        const { port } = built.target.id.endsWith('/port-taken')
          ? (stranger.address() as AddressInfo)
          : settings;
        return launcher.start(built, variant, { ...settings, port }, signal);
      },
    };
  }

  const leftOut = (name: string): { step: string; reason: string; next: string } => {
    const { state, cells } = resultOf(store, name);
    assert.ok(state.step !== 'measured', `${name} was measured`);
    assert.deepEqual(cells, []);
    assert.ok(state.next.length > 5, 'it says what to do');
    return state;
  };

  test('one that listens on another port', () => {
    const { step, reason } = leftOut('at-start-elsewhere');
    assert.equal(step, 'start');
    assert.match(reason, /listens on the wrong port: a listener on port \d+/);
  });

  test('one that ends', () => {
    const { step, reason } = leftOut('at-start-exits');
    assert.equal(step, 'start');
    assert.match(reason, /exit code 9.*cannot open the shared data/);
  });

  test('one that is never healthy', () => {
    const { step, reason } = leftOut('at-start-unhealthy');
    assert.equal(step, 'start');
    assert.match(reason, /did not become healthy: status 503/);
  });

  test('one whose port somebody else has', () => {
    const { step, reason, next } = leftOut('port-taken');
    assert.equal(step, 'start');
    assert.match(reason, new RegExp(`^Port \\d+ is taken: process ${process.pid}: `));
    assert.match(next, /picks another port/);
  });

  test('one that does not build, with the last lines of its build', () => {
    const { step, reason } = leftOut('does-not-build');
    assert.equal(step, 'build');
    assert.match(reason, /exit code 3.*no such header/);
  });

  test('one whose toolchain is not there is left out', () => {
    assert.deepEqual(leftOut('lacks'), {
      step: 'left-out',
      reason: 'Go is not installed',
      next: 'apt-get install golang-go',
    });
  });

  test('one that breaks the contract, with the names of the checks', () => {
    const { step, reason, next } = leftOut('other-contract');
    assert.equal(step, 'verify');
    assert.match(reason, /plaintext\/status: /);
    assert.equal(next, 'npm run bench -- verify javascript/other-contract');
    const failed = resultOf(store, 'other-contract').checks.filter(({ status }) => status === 'failed');
    assert.ok(failed.length > 0, 'its checks are in the file');
    assert.ok(failed.every(({ id, detail }) => id.startsWith('plaintext/') && detail));
  });

  test('the right one beside them is measured, and nothing of the others is left', () => {
    assert.deepEqual(cellIn(resultOf(store, 'right')).rounds.round, [0]);
    assert.ok(store.run.finishedAt);
    const names = store.run.targets.map(({ target }) => target.split('/')[1] ?? '');
    assert.deepEqual(
      names.flatMap((name) => made.leftAlive(name)),
      [],
    );
  });
});
