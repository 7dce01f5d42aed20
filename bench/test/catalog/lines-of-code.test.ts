import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { test } from 'node:test';
import { countLines, isCounted, linesOfCode } from '../../src/catalog/lines-of-code.ts';
import { sourceFiles } from '../../src/catalog/source-files.ts';
import { readTargets } from '../../src/catalog/targets.ts';
import { repository } from '../../src/util/repository.ts';

test('blank lines and comments do not count, code before a comment does', () => {
  const java = [
    '/**',
    ' * a class',
    ' */',
    'class A {',
    '',
    '  // why',
    '  int a; // what',
    '}',
    '/* one */',
  ];
  assert.equal(countLines(java.join('\n'), '.java'), 3);
  assert.equal(countLines('# why\nget "/" do\n\nend\n', '.rb'), 2);
  assert.equal(countLines('# why\ndef get():\n\n    return 1  # what\n', '.py'), 2);
  assert.equal(countLines('<?php\n// why\n# why\n#[Pure]\nfunction a() {}\n', '.php'), 3);
  assert.equal(countLines('# why\nuse Mojo::Base;\n', '.pm'), 1);
  assert.equal(countLines('# why\nserver:\n  port: 1\n', '.yaml'), 2);
  assert.equal(countLines('{"a":1}', '.json'), 0);
});

test('a target counts its own source, not what was built, installed or locked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-lines-'));
  try {
    const write = (name: string, text: string): void => {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    write('main.go', 'package main\n\nfunc main() {}\n');
    write('src/a/b.kt', 'val a = 1\n// no\n');
    write('src/a/c.scala', 'val a = 1\n/** no */\n');
    write('pom.xml', '<project/>\n');
    write('src/mapper.xml', '<mapper/>\n');
    write('node_modules/koa/index.js', 'a\nb\n');
    write('target/classes/A.java', 'a\nb\n');
    write('build/main.go', 'a\n');
    write('older/gin-1.9/main.go', 'a\n');
    write('package-lock.json', '{}\n');
    write('app.py', 'a = 1\n');
    write('__pycache__/app.py', 'a = 1\n');
    write('requirements.txt', 'a==1\n');
    write('target.yaml', 'name: a\n');
    write('application.yaml', 'port: 1\n');
    write('Dockerfile', 'FROM scratch\n');
    assert.equal(linesOfCode(folder), 7);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What builds a target, starts it or pins its packages, but answers no request. */
const NOT_COUNTED = new Set([
  '.bat',
  '.csproj',
  '.gradle',
  '.in',
  '.json',
  '.kts',
  '.lock',
  '.md',
  '.mod',
  '.props',
  '.sh',
  '.sum',
  '.toml',
  '.txt',
]);

const NAMES_NOT_COUNTED =
  /^(?:Dockerfile(?:\..+)?|Gemfile|Makefile|Rakefile|gradlew|mvnw|mix\.exs|target\.yaml|pom\.xml)$/;

test('every file of every target counts, or is known to answer no request', () => {
  const unknown = readTargets(repository).flatMap(({ id, folder }) =>
    sourceFiles(folder)
      .map(({ path }) => path)
      .filter((path) => !isCounted(path) && !NOT_COUNTED.has(extname(path)))
      .filter((path) => !NAMES_NOT_COUNTED.test(basename(path)))
      .map((path) => `${id}/${path}`),
  );
  const next = 'source: add the extension to lines-of-code.ts; what only builds: to NOT_COUNTED of this test';
  assert.deepEqual(unknown, [], next);
});
