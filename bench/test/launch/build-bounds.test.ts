import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILD_BOUNDS, type BuildBounds } from '../../src/hosts/build-guard.ts';
import { dockerAvailable } from '../../src/hosts/docker.ts';
import { SHELL_IMAGE } from '../../src/hosts/host-files.ts';
import { boundReached, ranSteps, requireBounded, requireOwnFrontend } from '../../src/launch/build/bounds.ts';
import { createComposeLauncher } from '../../src/launch/compose-launcher.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { fixture } from './fixture-target.ts';

const docker = await dockerAvailable();
const skip = docker.available ? false : `no Docker here: ${docker.reason}`;
const { signal } = new AbortController();

const MEBIBYTE = 1024 ** 2;
const bounds = { ...BUILD_BOUNDS, memoryBytes: 256 * MEBIBYTE, processes: 100 };
const use = { cpuNanoseconds: 1, processes: 5, refusedMemory: 0 };

test('a failed build names the bound that it reached, and no other', () => {
  assert.equal(boundReached('exit code: 2', bounds, use), null);
  assert.match(boundReached('', bounds, { ...use, processes: 100 }) ?? '', /its bound of 100 processes/);
  const refused = { ...use, refusedMemory: 3 };
  assert.match(boundReached('exit code: 137', bounds, refused) ?? '', /its bound of 256 MiB of memory/);
  assert.equal(boundReached('exit code: 2', bounds, refused), null, 'the kernel freed a cache instead');
  assert.equal(
    boundReached('', bounds, { cpuNanoseconds: null, processes: null, refusedMemory: null }),
    null,
  );
});

test('a RUN step counts unless it came from the cache', () => {
  const step = '#7 [stage-1 2/4] RUN make\n';
  assert.equal(ranSteps(`${step}#7 0.3 done\n#7 DONE 0.4s\n`), true);
  assert.equal(ranSteps(`${step}#7 CACHED\n`), false);
  assert.equal(ranSteps(`${step}#7 CACHED\n#9 [stage-1 3/4] RUN make test\n#9 DONE 1.0s\n`), true);
  assert.equal(ranSteps('#5 [1/2] FROM docker.io/library/debian\n#6 [2/2] COPY RUN /\n'), false);
  for (const end of ['\r', '\u2028', '\u2029'])
    assert.equal(ranSteps(`${step}#7 0.3 ${end}#7 CACHED\n#7 DONE 0.4s\n`), true, 'a step says so itself');
});

test('steps that used nothing in their group were not bounded', () => {
  const { target, remove } = fixture('well');
  const output = '#7 [2/2] RUN make\n#7 DONE 0.4s\n';
  requireBounded(target, output, use);
  requireBounded(target, '#7 [2/2] RUN make\n#7 CACHED\n', { ...use, cpuNanoseconds: 0 });
  assert.throws(
    () => requireBounded(target, output, { ...use, cpuNanoseconds: 0 }),
    (error) =>
      error instanceof PitwallError && /does not bound/.test(error.what) && error.next.includes('Docker 23'),
  );
  remove();
});

test('a frontend that is not Docker’s own is refused, however it is named', () => {
  const { target, remove } = fixture('well');
  const well = [
    'FROM scratch\n',
    '# syntax=docker/dockerfile:1\nFROM scratch\n',
    '#syntax = docker.io/docker/dockerfile:1.7@sha256:00ff\nFROM scratch\n',
    'FROM scratch\n# the syntax of this is plain\n',
  ];
  for (const text of well) requireOwnFrontend(target, text);
  const foreign = [
    '# syntax=evil/frontend\nFROM scratch\n',
    '#!/bin/sh\n# escape=`\n#  SYNTAX =evil/frontend:1\nFROM scratch\n',
    '// syntax=evil/frontend\n',
    '{"syntax": "evil/frontend"}',
    '# syntax=docker/dockerfile-upstream:master\n',
    '# syntax=docker/dockerfile.evil.org/frontend\n',
    '# syntax=\nFROM scratch\n',
    '\ufeff \t# syntax\t= evil/frontend \r\nFROM scratch\n',
    `${'\n'.repeat(200_000)}# syntax=evil/${' '.repeat(200_000)}x\n`,
  ];
  const began = performance.now();
  for (const text of foreign) {
    assert.throws(
      () => requireOwnFrontend(target, text),
      (error) => error instanceof PitwallError && /names a frontend/.test(error.what),
      text,
    );
  }
  assert.ok(performance.now() - began < 2_000, 'blanks take no time');
  remove();
});

/** How a build with these steps is refused, and after how long. */
async function refusedBuild(
  steps: string,
  change: Partial<BuildBounds>,
): Promise<{ error: PitwallError; seconds: number }> {
  const made = fixture('well');
  // The time makes the steps new: an engine that knows them would not run them.
  made.write('Dockerfile', `FROM ${SHELL_IMAGE}\nRUN : ${Date.now()}; ${steps}\n`);
  const launcher = createComposeLauncher({
    repository: made.repository,
    // No step needs a network, and some engines have none for builds.
    buildFlags: ['--network=none'],
    bounds: {
      memoryBytes: 256 * MEBIBYTE,
      processes: 100,
      diskBytes: 8192 * MEBIBYTE,
      minutes: 2,
      ...change,
    },
  });
  const began = performance.now();
  try {
    const error = await refusalOf(() => launcher.build(made.target, { signal }));
    return { error, seconds: (performance.now() - began) / 1_000 };
  } finally {
    made.remove();
  }
}

test('a build that starts ever more processes ends at its bound', { skip, timeout: 120_000 }, async () => {
  const { error } = await refusedBuild('while :; do sleep 100 & done', {});
  assert.match(error.what, /Cannot build the image of javascript\/fixture/);
  assert.match(error.expected, /within 256 MiB of memory and 100 processes/);
  assert.match(error.seen, /fork/i);
});

test('a build that takes ever more memory ends at its bound', { skip, timeout: 120_000 }, async () => {
  const { error } = await refusedBuild('tail /dev/zero', {});
  assert.match(error.seen, /it reached its bound of 256 MiB of memory/);
});

test('a build that fills the disk is stopped', { skip, timeout: 120_000 }, async () => {
  const steps = 'for n in 1 2 3 4 5 6 7 8; do head -c 40000000 /dev/zero > /$n; sleep 1; done; sleep 100';
  const { error } = await refusedBuild(steps, { diskBytes: 100 * MEBIBYTE });
  assert.match(error.what, /took too much disk/);
  assert.match(error.expected, /at most 100 MiB more than before/);
});

test('a build that never ends is stopped in time', { skip, timeout: 120_000 }, async () => {
  const { error, seconds } = await refusedBuild('sleep 1000', { minutes: 0.1 });
  assert.match(error.seen, /still running/);
  assert.ok(seconds < 60, `${seconds} s`);
});

test('a build within its bounds is built, in a group that reports what it used', {
  skip,
  timeout: 120_000,
}, async () => {
  const made = fixture('well');
  const steps = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done';
  made.write('Dockerfile', `FROM node:24-bookworm-slim\nRUN : ${Date.now()}; ${steps}\n`);
  const launcher = createComposeLauncher({
    repository: made.repository,
    buildFlags: ['--network=none'],
    bounds: { ...BUILD_BOUNDS },
  });
  // Throws if the steps ran outside of the group.
  const built = await launcher.build(made.target, { signal });
  assert.equal(built.artifact.kind, 'image');
  made.remove();
});
