import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type FailedRelease,
  isFailed,
  prepareRelease,
} from '../../../src/measure/releases/measure-release.ts';
import { RegistryFault } from '../../../src/measure/releases/registry-client.ts';
import { which } from '../../../src/process/which.ts';
import { benchOf } from '../support/bench.ts';
import { type GoRepository, makeGoRepository } from '../support/go-repository.ts';

/** Releases of a made-up Go module, pinned, built and verified by the tools themselves. */

const releasedAt = new Date('2026-01-02T03:04:05Z');
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const RELEASED = 'abcdef0123456789abcdef0123456789abcdef01';
const skip = which('go') === null && 'no Go on this machine: the small target is written in it';

describe('a release is resolved, built and verified', { skip }, () => {
  let go: GoRepository;
  before(async () => {
    go = await makeGoRepository([
      { version: 'v1.0.0', releasedAt },
      { version: 'v1.1.0', releasedAt, source: 'package work\n\nfunc Do() { thisIsGone() }\n' },
      {
        ...{ version: 'v1.2.0', releasedAt, goMod: '\nrequire example.org/gone v1.0.0\n' },
        source: 'package work\n\nimport "example.org/gone"\n\nfunc Do() { gone.Do() }\n',
      },
      { version: 'v1.3.0', releasedAt, source: 'package work\n\nfunc Do() { panic("not today") }\n' },
      {
        ...{ version: 'v1.4.0', releasedAt },
        source: 'package work\n\n// #include <no_such_library.h>\nimport "C"\n\nfunc Do() {}\n',
      },
      { version: 'v1.5.0', releasedAt },
      { version: 'v1.6.0', releasedAt, released: RELEASED },
      { version: 'v1.0.1-0.20260102030405-0123456789ab', releasedAt, commit: COMMIT },
    ]);
  });
  after(() => go?.remove());

  const prepared = (version: string) => prepareRelease(benchOf(go.made), `go/busy@work=${version}`);
  const failure = async (version: string): Promise<FailedRelease> => {
    const made = await prepared(version);
    assert.ok(isFailed(made), `${version} is a side`);
    assert.ok(!made.reason.includes(go.made.repository.root), made.reason);
    assert.doesNotMatch(made.reason, /127\.0\.0\.1/, 'the address is that of a mirror');
    return made;
  };

  test('one that works is a side of a comparison', async () => {
    const side = await prepared('1.0.0');
    assert.ok(!isFailed(side), JSON.stringify(side));
    assert.deepEqual(side.spec.pinned, [{ package: 'example.org/made/work', version: '1.0.0' }]);
  });

  test('a commit in its place becomes a version of Go', async () => {
    const side = await prepared(COMMIT);
    assert.ok(!isFailed(side), JSON.stringify(side));
    assert.equal(side.spec.pinned[0]?.version, '1.0.1-0.20260102030405-0123456789ab');
  });

  test('a commit that is a release has its version, and one that is cut short is found as well', async () => {
    const release = await prepared(RELEASED);
    assert.ok(!isFailed(release), JSON.stringify(release));
    assert.equal(release.spec.pinned[0]?.version, '1.6.0');
    const short = await prepared(COMMIT.slice(0, 7));
    assert.ok(!isFailed(short), JSON.stringify(short));
    assert.equal(short.spec.pinned[0]?.version, '1.0.1-0.20260102030405-0123456789ab');
    assert.equal((await failure('fedcba9876')).code, 'not-resolvable', 'a commit that never was');
  });

  test('one that does not compile has the reason of its compiler', async () => {
    const { code, reason } = await failure('1.1.0');
    assert.equal(code, 'does-not-build');
    assert.match(reason, /undefined: thisIsGone/);
  });

  test('one whose native library does not compile any more, too', async () => {
    const { code, reason } = await failure('1.4.0');
    assert.equal(code, 'does-not-build');
    // Without a C compiler, Go leaves the file out.
    assert.match(reason, /no_such_library|build constraints exclude|undefined: work\.Do/);
  });

  test('one that needs what is gone cannot be resolved', async () => {
    const { code, reason } = await failure('1.2.0');
    assert.equal(code, 'not-resolvable');
    assert.match(reason, /example\.org\/gone/);
    assert.equal((await failure('1.9.0')).code, 'not-resolvable', 'a version that never was');
  });

  test('one that answers something else fails the contract', async () => {
    const { code, reason } = await failure('1.3.0');
    assert.equal(code, 'fails-contract');
    assert.match(reason, /json/);
  });

  test('a registry that does not answer is no fault of the release', async () => {
    go.registry.isDown = true;
    await assert.rejects(prepared('1.5.0'), RegistryFault);
    go.registry.isDown = false;
    assert.ok(!isFailed(await prepared('1.5.0')), 'and the release has its turn later');
  });
});
