import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionIn, versionLine } from '../../src/launch/toolchains.ts';

test('what programs say of themselves is read as a version', () => {
  for (const [said, version] of [
    ['go version go1.26.1 linux/amd64', '1.26.1'],
    ['openjdk version "21.0.8" 2025-07-15', '21.0.8'],
    // The first release of a JDK.
    ['openjdk version "25" 2025-09-16\nOpenJDK Runtime Environment (build 25+36)', '25'],
    ['java 25 2025-09-16 LTS', '25'],
    ['Python 3.14.0', '3.14.0'],
    ['no version', null],
  ] as const) {
    assert.equal(versionIn(said), version, said);
  }
});

test('a long number is read once, not from each of its digits on', () => {
  const digits = '1'.repeat(100_000);
  const began = performance.now();
  assert.equal(versionIn(digits), null);
  assert.equal(versionIn(`${digits} v24.1.0`), '24.1.0');
  assert.ok(performance.now() - began < 1_000);
});

test('options that a JVM takes from the environment are no version', () => {
  const proxy = 'Picked up JAVA_TOOL_OPTIONS: -Dhttp.proxyHost=10.0.0.1 -Dhttp.proxyPort=8080\n';
  const said = `${proxy}openjdk version "21.0.8" 2025-07-15\nOpenJDK Runtime Environment\n`;
  assert.equal(versionIn(said), '21.0.8');
  assert.equal(versionLine(said), 'openjdk version "21.0.8" 2025-07-15');
  assert.equal(versionLine(proxy), null);
  assert.equal(versionIn(`NOTE: ${proxy.replace('TOOL', 'JDK')}`), null);
});
