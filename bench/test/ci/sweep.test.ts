import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sweep } from '../../src/ci/sweep.ts';
import { readHosts } from '../../src/hosts/hosts.ts';
import { repositoryAt } from '../../src/util/repository.ts';
import { scriptsInPath, setVariables } from '../process/environment.ts';

/** A `docker` that writes down what it is asked; each of its engines has two containers and three images of targets. */
const DOCKER = `echo "$@" >> "$(dirname "$0")/asked"
if [ "$1" = --context ]; then shift 2; fi
if [ "$1 $2" = "$PITWALL_TEST_REFUSED" ]; then echo "cannot $1" >&2; exit 1; fi
case "$1 $2" in
  "ps --all") printf 'c1\\nc2\\n' ;;
  "network ls") printf 'n1\\nn2\\n' ;;
  "image ls") printf 'pitwall/%s\\n' 'go-gin i1' 'go-gin i2' 'go-gin i2' 'c-epoll i3' 'loader i4' ;;
esac`;

const root = mkdtempSync(join(tmpdir(), 'pitwall-sweep-'));
const scripts = scriptsInPath();
scripts.write('docker', DOCKER);
after(() => {
  scripts.remove();
  rmSync(root, { recursive: true, force: true });
});
const repository = repositoryAt(root);
const { signal } = new AbortController();

/** What the engine was asked since the last time. */
function asked(): string[] {
  const file = join(scripts.folder, 'asked');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  return lines;
}

test('containers, networks, images, layers, cache mounts and checkouts of what was built are gone; tools stay', async () => {
  for (const name of ['revisions/abc', 'builds', 'tools'])
    mkdirSync(join(repository.cache, name), { recursive: true });

  const swept = await sweep(repository, readHosts({}), signal);

  assert.deepEqual(swept, { containers: 2, images: 3, failed: [] });
  const words = asked();
  assert.ok(words.includes('rm --force --volumes c1 c2'));
  assert.ok(
    words.indexOf('network rm n1 n2') > words.indexOf('rm --force --volumes c1 c2'),
    'after what is in them',
  );
  assert.ok(words.includes('image rm --force i1 i2 i3'), 'the loader’s image stays');
  assert.ok(words.includes('image prune --force'), 'those whose tag a later build took');
  assert.ok(words.includes('builder prune --all --force'));
  assert.deepEqual(
    ['revisions', 'builds', 'tools'].map((name) => existsSync(join(repository.cache, name))),
    [false, false, true],
  );
});

test('every host that has a role is swept, each once', async () => {
  const contexts = { PITWALL_SERVER_CONTEXT: 'one', PITWALL_LOADER_CONTEXT: 'one' };
  const swept = await sweep(repository, readHosts(contexts), signal);
  assert.deepEqual(swept, { containers: 4, images: 6, failed: [] });
  const words = asked();
  for (const engine of ['', '--context one '])
    assert.equal(words.filter((line) => line === `${engine}rm --force --volumes c1 c2`).length, 1, engine);
});

test('a machine without an engine has its checkouts removed, and no engine is asked', async () => {
  mkdirSync(join(repository.cache, 'revisions/abc'), { recursive: true });
  const swept = await sweep(repository, null, signal);
  assert.deepEqual(swept, { containers: 0, images: 0, failed: [] });
  assert.ok(!existsSync(join(repository.cache, 'revisions')));
  assert.ok(!existsSync(join(scripts.folder, 'asked')));
});

test('what the engine keeps is not called removed, and everything else is still swept', async () => {
  for (const [refused, kept] of [
    ['ps --all', { containers: 0 }],
    ['rm --force', { containers: 0 }],
    ['network rm', {}],
    ['image ls', { images: 0 }],
    ['image rm', { images: 0 }],
    ['image prune', {}],
    ['builder prune', {}],
  ] as const) {
    const restore = setVariables({ PITWALL_TEST_REFUSED: refused });
    const { failed, ...swept } = await sweep(repository, readHosts({}), signal).finally(restore);
    assert.deepEqual(swept, { containers: 2, images: 3, ...kept }, refused);
    assert.match(failed.join(), new RegExp(`^docker ${refused}: cannot ${refused.split(' ')[0]}$`));
    assert.ok(asked().includes('builder prune --all --force'));
  }
});
