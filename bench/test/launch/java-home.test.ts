import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { javaHome } from '../../src/launch/java-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitwall-jdks-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function jdk(name: string, release: string | null, compiler = true): string {
  const home = join(folder, name);
  mkdirSync(join(home, 'bin'), { recursive: true });
  if (compiler) writeFileSync(join(home, 'bin', 'javac'), '');
  if (release !== null) writeFileSync(join(home, 'release'), release);
  return home;
}

test('the newest JDK by what it says of itself, not by the name of its folder', () => {
  jdk('zulu-9', 'JAVA_VERSION="9.0.4"\n');
  const newest = jdk('a-jdk', 'IMPLEMENTOR="x"\nJAVA_VERSION="25.0.1"\n');
  jdk('java-99-jre', 'JAVA_VERSION="99"\n', false);
  jdk('unknown', null);
  assert.equal(javaHome({}, folder), newest);
});

test('JAVA_HOME wins where it is a JDK', () => {
  const mine = jdk('mine', 'JAVA_VERSION="17.0.1"\n');
  assert.equal(javaHome({ JAVA_HOME: mine }, folder), mine);
  const newest = jdk('a-jdk', 'JAVA_VERSION="25.0.1"\n');
  assert.equal(javaHome({ JAVA_HOME: jdk('a-jre', null, false) }, folder), newest);
});

test('a machine without one leaves it to PATH', () => {
  assert.equal(javaHome({}, join(folder, 'nothing')), null);
});
