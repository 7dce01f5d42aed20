import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, isPreRelease } from '../../src/util/versions.ts';

test('versions are ordered as their authors number them', () => {
  const ordered = [
    '1.9.1',
    '1.10.0-alpha.1',
    '1.10.0-rc.1',
    '1.10.0-rc.2',
    '1.10.0',
    '1.10.0.post1',
    '1.10.0.1',
    '1.10.1',
    '2.0.0.Beta3',
    '2.0.0.Final',
    '2.0.0.SP1',
    '2.0.1',
    '33.0.0-jre',
  ];
  assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered);
  assert.ok(compareVersions('7.1.3', '7.1.3.1') < 0);
  assert.ok(compareVersions('v1.2.0', '1.10.0') < 0);
});

test('a pre-release is recognised by its version', () => {
  for (const version of [
    '2.0.0-rc.1',
    '3.0.0.CR1',
    '1.0.0-beta',
    '4.0.0-M2',
    '5.0.0-20240101120000-0123456789ab',
  ])
    assert.ok(isPreRelease(version), version);
  for (const version of [
    '1.0.0',
    '2.0.0.Final',
    '2.0.0.RELEASE',
    '1.0.post1',
    '2.0.0+incompatible',
    '33.1.0-jre',
  ])
    assert.ok(!isPreRelease(version), version);
});
