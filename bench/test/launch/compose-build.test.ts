import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { HARNESS_LABEL, harnessLabel } from '../../src/hosts/docker.ts';
import { buildImage } from '../../src/launch/compose-build.ts';
import { repository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { scriptsInPath } from '../process/environment.ts';
import { type Fixture, fixture } from './fixture-target.ts';

/** A `docker` that writes down what it is asked, has every image, and runs what the test says in place of a container. */
const DOCKER = `here=$(dirname "$0")
echo "$@" >> "$here/asked"
if [ "$1" = --context ]; then shift 2; fi
case "$1 $2" in
  "image inspect") echo "sha256:00ff 1000 $(cat "$here/volumes")" ;;
  "run --rm") . "$here/container" ;;
esac`;

const scripts = scriptsInPath();
scripts.write('docker', DOCKER);
after(() => scripts.remove());
const { folder: bin } = scripts;

let made: Fixture;
beforeEach(() => {
  made = fixture('well');
  made.write('Dockerfile', 'FROM scratch\n');
  writeFileSync(join(bin, 'asked'), '');
  writeFileSync(join(bin, 'container'), 'echo v24.1.0\n');
  writeFileSync(join(bin, 'volumes'), 'null');
});
afterEach(() => made.remove());

const build = (context: string | null, signal = new AbortController().signal) =>
  buildImage(made.target, { cache: made.repository.cache, context, flags: [], bounds: null, signal });
const asked = (words: string): string[] =>
  readFileSync(join(bin, 'asked'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(words));

test('a version is asked for within the limits of a server, by a container that a sweep finds', async () => {
  for (const context of [null, 'far']) {
    assert.equal((await build(context)).runtimeVersion, '24.1.0');
    const run = asked('run --rm').at(-1) ?? '';
    for (const words of [
      `--label ${HARNESS_LABEL}=${harnessLabel(context)}`,
      ...['--memory 2g', '--memory-swap 2g', '--pids-limit 512', '--log-driver none', '--network none'],
      ...['--ulimit core=0', '--no-healthcheck'],
      ...['--security-opt no-new-privileges:true', '--cap-drop ALL', '--read-only', '--user 65532:65532'],
    ])
      assert.ok(run.includes(words), `${words} in ${run}`);
  }
});

test('its container is removed, however it ends: a client that is stopped leaves it running', async () => {
  const nameOf = (run = ''): string => / --name (\S+) /.exec(run)?.[1] ?? assert.fail(run);
  writeFileSync(join(bin, 'container'), 'exit 1\n');
  await refusalOf(() => build(null));
  writeFileSync(join(bin, 'container'), 'exec sleep 60\n');
  const controller = new AbortController();
  let isOver = false;
  const ended = assert.rejects(build('far', controller.signal), /stopped by the test/).finally(() => {
    isOver = true;
  });
  while (asked('run --rm').length < 2 && !isOver) await new Promise((resolve) => setTimeout(resolve, 20));
  controller.abort(new Error('stopped by the test'));
  await ended;
  const [failed, stopped] = asked('run --rm').map(nameOf);
  assert.notEqual(failed, stopped);
  assert.deepEqual(asked('rm --force'), [
    `rm --force --volumes ${failed}`,
    `--context far rm --force --volumes ${stopped}`,
  ]);
});

test('an image with a volume is refused before it runs, whether it is new or there already', async () => {
  writeFileSync(join(bin, 'volumes'), '{"/data":{},"/more data":{}}');
  for (const _ of ['built', 'there already']) {
    const { what, seen } = await refusalOf(() => build(null));
    assert.match(what, /javascript\/fixture declares a volume/);
    assert.equal(seen, '/data, /more data');
  }
  assert.deepEqual(asked('run --rm'), []);
  assert.equal(asked('build').length, 1);
  for (const none of ['null', '{}', '']) {
    writeFileSync(join(bin, 'volumes'), none);
    assert.equal((await build(null)).artifact.digest, 'sha256:00ff');
  }
});

const dockerfiles = globSync('{targets,bench/templates}/**/Dockerfile*', { cwd: repository.root });
const textOf = (file: string): string => readFileSync(join(repository.root, file), 'utf8');

test('no target of this repository declares a volume', () => {
  assert.ok(dockerfiles.length > 50);
  for (const file of dockerfiles) assert.doesNotMatch(textOf(file), /^\s*VOLUME\b/im, file);
});

test('no Dockerfile of this repository has a cache mount: what head leaves in one, the build of base would take', () => {
  for (const file of dockerfiles) assert.doesNotMatch(textOf(file), /--mount=\S*\btype=["']?cache\b/i, file);
});
