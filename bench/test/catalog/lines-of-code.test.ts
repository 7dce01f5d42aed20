import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { countLines, linesOfCode } from '../../src/catalog/lines-of-code.ts';

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
    write('Dockerfile', 'FROM scratch\n');
    assert.equal(linesOfCode(folder), 6);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
