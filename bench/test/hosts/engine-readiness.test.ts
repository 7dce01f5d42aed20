import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dockerAvailable } from '../../src/hosts/docker.ts';
import { engineReadiness, judgeEngine } from '../../src/hosts/engine-readiness.ts';
import { which } from '../../src/process/which.ts';
import { setVariables } from '../process/environment.ts';

const docker = await dockerAvailable();

/** What `docker info` says of an engine that has everything, shortened. */
const fit = {
  ServerVersion: '28.2.2',
  CgroupVersion: '2',
  MemoryLimit: true,
  PidsLimit: true,
  SecurityOptions: ['name=seccomp,profile=builtin', 'name=cgroupns'],
  ClientInfo: {
    Plugins: [
      { Name: 'buildx', Version: 'v0.20.1' },
      { Name: 'compose', Version: '2.40.3+ds1-0ubuntu1' },
    ],
  },
};
const plugins = (buildx: string, compose: string) => ({
  ClientInfo: {
    Plugins: [
      { Name: 'buildx', Version: buildx },
      { Name: 'compose', Version: compose },
    ],
  },
});
const wrong = (change: object): string[] =>
  judgeEngine({ ...fit, ...change })
    .filter(({ state }) => state === 'wrong')
    .map(({ name }) => name);

describe('an engine for code of strangers', () => {
  test('is fit on both versions of control groups, and with the oldest versions of its programs', () => {
    assert.deepEqual(wrong({}), []);
    assert.deepEqual(wrong({ CgroupVersion: '1' }), []);
    assert.deepEqual(wrong({ ServerVersion: '20.10.0', ...plugins('v0.11.1', 'v2.30.0') }), []);
    assert.ok(judgeEngine(fit).every(({ state, next }) => state === 'ready' && next === null));
  });

  for (const [what, names, change] of [
    ['an engine of last decade', ['engine'], { ServerVersion: '19.03.15' }],
    ['a buildx that ignores the group', ['buildx'], plugins('v0.11.0', 'v2.30.0')],
    ['a Compose that does not know the format', ['compose'], plugins('v0.11.1', 'v2.29.7')],
    ['neither plugin', ['compose', 'buildx'], { ClientInfo: { Plugins: null } }],
    ['an engine without root', ['root'], { SecurityOptions: ['name=seccomp', 'name=rootless'] }],
    ['a kernel that does not limit memory', ['limits'], { MemoryLimit: false }],
    ['a kernel that does not limit processes', ['limits'], { PidsLimit: false }],
    ['another program in its place', ['engine'], { ServerVersion: 7 }],
  ] as [string, string[], object][]) {
    test(`is not: ${what}; it says what to do`, () => {
      assert.deepEqual(wrong(change), names);
      const findings = judgeEngine({ ...fit, ...change });
      assert.ok(findings.every(({ state, next }) => state !== 'wrong' || next !== null));
    });
  }

  test('says whether a build has a control group of its own', () => {
    const [older] = judgeEngine({ ...fit, ServerVersion: '20.10.24+dfsg1' });
    assert.equal(older?.state, 'ready');
    assert.match(older?.detail ?? '', /^20\.10\.24\+dfsg1: all builds share one control group/);
    assert.equal(judgeEngine({ ...fit, ServerVersion: '23.0.0' })[0]?.detail, '23.0.0');
  });

  test('what it does not say is unknown, not wrong', () => {
    const states = judgeEngine({ ...fit, MemoryLimit: undefined, ServerVersion: 'dev' });
    assert.deepEqual(
      states.filter(({ state }) => state === 'unknown').map(({ name }) => name),
      ['engine', 'limits'],
    );
  });
});

test('an engine that does not answer is one finding', {
  skip: which('docker') ? false : 'no docker on PATH',
}, async () => {
  const restore = setVariables({ DOCKER_HOST: 'unix:///nowhere/docker.sock' });
  try {
    const [finding, ...rest] = await engineReadiness();
    assert.deepEqual([finding?.name, finding?.state, rest], ['engine', 'wrong', []]);
    assert.match(finding?.detail ?? '', /nowhere/);
  } finally {
    restore();
  }
});

test('the engine of this machine says all of it', {
  skip: docker.available ? false : `no Docker here: ${docker.reason}`,
}, async () => {
  const findings = await engineReadiness();
  assert.deepEqual(
    findings.map(({ name }) => name),
    ['engine', 'compose', 'buildx', 'root', 'limits'],
  );
  assert.ok(
    findings.every(({ state }) => state !== 'unknown'),
    JSON.stringify(findings),
  );
});
