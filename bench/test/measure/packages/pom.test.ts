import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { versionInLockFile } from '../../../src/measure/packages/locked-version.ts';
import { pomBlocks, pomField, pomProperties, withoutPomComments } from '../../../src/measure/packages/pom.ts';

test('comments are left out, and one without an end stays', () => {
  assert.equal(withoutPomComments('a<!-- b -->c<!--d--><!-- e'), 'ac<!-- e');
  assert.equal(withoutPomComments('<!-->a-->b'), 'b');
});

test('blocks end at the first end of their kind; one without an end is none', () => {
  const text = '<plugin><parent>a</parent><dependency><parent>b</dependency><plugin>c';
  assert.deepEqual(pomBlocks(text), [
    { tag: 'parent', text: '<parent>a</parent>' },
    { tag: 'dependency', text: '<dependency><parent>b</dependency>' },
  ]);
});

test('a field and a property are the first of their name that is not empty', () => {
  const text = '<plugin><a.b></a.b><a.b> 1 </a.b><a.b>2</a.b><c><d>3</d></c></plugin>';
  const [block] = pomBlocks(text);
  assert.ok(block);
  assert.deepEqual([pomField(block, 'a.b'), pomField(block, 'e')], ['1', null]);
  assert.deepEqual(
    [...pomProperties(text)],
    [
      ['a.b', '1'],
      ['d', '3'],
    ],
  );
});

test('references without an end in a project file take no time either', () => {
  const began = performance.now();
  assert.equal(versionInLockFile('server.csproj', '<PackageReference '.repeat(55_000), 'a'), null);
  assert.ok(performance.now() - began < 5_000);
});

describe('a hostile pom.xml of a megabyte is read at once', () => {
  const one = (version: number): string =>
    `<dependency><groupId>a</groupId><artifactId>b</artifactId><version>\${p${version}}</version></dependency>`;
  const hostile: Record<string, string> = {
    'comments without an end': '<!--'.repeat(250_000),
    'blocks without an end': '<dependency><plugin>'.repeat(50_000),
    'nothing but space in a field': `<plugin><artifactId>${' '.repeat(1_000_000)}</plugin>`,
    'fields without an end': `<plugin>${'<artifactId> '.repeat(80_000)}</plugin>`,
    'properties that are not there': Array.from({ length: 10_000 }, (_, index) => one(index)).join(''),
  };
  for (const [what, text] of Object.entries(hostile)) {
    test(what, () => {
      const began = performance.now();
      assert.equal(versionInLockFile('pom.xml', text, 'a:b'), null);
      assert.ok(performance.now() - began < 5_000);
    });
  }
});
