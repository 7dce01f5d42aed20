import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { sweep } from '../../src/ci/sweep.ts';
import { repositoryAt } from '../../src/util/repository.ts';

/** A `docker` that writes down what it is asked and has two containers and three images. */
const DOCKER = `#!/bin/sh
echo "$@" >> "$(dirname "$0")/asked"
case "$1 $2" in
  "ps --all") printf 'c1\\nc2\\n' ;;
  "image ls") printf 'i1\\ni2\\ni2\\ni3\\n' ;;
esac
`;

const root = mkdtempSync(join(tmpdir(), 'pitwall-sweep-'));
const path = process.env.PATH;
after(() => {
  process.env.PATH = path;
  rmSync(root, { recursive: true, force: true });
});

test('containers, images, layers, cache mounts and checkouts of what was built are gone; tools stay', async () => {
  const docker = join(root, 'bin/docker');
  mkdirSync(join(root, 'bin'));
  writeFileSync(docker, DOCKER);
  chmodSync(docker, 0o755);
  process.env.PATH = `${join(root, 'bin')}${delimiter}${path}`;
  const repository = repositoryAt(root);
  for (const name of ['revisions/abc', 'builds', 'tools'])
    mkdirSync(join(repository.cache, name), { recursive: true });

  const swept = await sweep(repository, new AbortController().signal);

  assert.deepEqual(swept, { containers: 2, images: 3, buildCache: true });
  const asked = readFileSync(join(root, 'bin/asked'), 'utf8').split('\n');
  assert.ok(asked.includes('rm --force --volumes c1 c2'));
  assert.ok(asked.includes('image rm --force i1 i2 i3'));
  assert.ok(asked.includes('builder prune --all --force'));
  assert.deepEqual(
    ['revisions', 'builds', 'tools'].map((name) => existsSync(join(repository.cache, name))),
    [false, false, true],
  );
});
