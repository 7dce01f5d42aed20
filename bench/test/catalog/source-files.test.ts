import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sourceFiles } from '../../src/catalog/source-files.ts';
import { MOST_SOURCE_BYTES, MOST_SOURCE_FILES, MOST_SOURCES_BYTES } from '../../src/model/index.ts';

function inFolder(files: Record<string, string | Buffer>, work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-source-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('source comes first, then what it is built with; lock files are only named', () =>
  inFolder(
    {
      'target.yaml': 'name: X\n',
      'src/main.go': 'package main\n',
      'go.sum': 'a b\n',
      'pom.xml': '<project/>\n',
      Dockerfile: 'FROM scratch\n',
    },
    (folder) => {
      assert.deepEqual(
        sourceFiles(folder).map(({ path, text, leftOut }) => [path, text, leftOut]),
        [
          ['pom.xml', '<project/>\n', null],
          ['src/main.go', 'package main\n', null],
          ['Dockerfile', 'FROM scratch\n', null],
          ['go.sum', null, 'lock-file'],
          ['target.yaml', 'name: X\n', null],
        ],
      );
    },
  ));

test('builds, hidden files and links are not read', () =>
  inFolder(
    { 'node_modules/a/index.js': 'x', 'build/server.js': 'x', '.env': 'SECRET=1', 'a.js': 'x' },
    (folder) => {
      symlinkSync('/etc/passwd', join(folder, 'passwd.js'));
      symlinkSync('/etc', join(folder, 'etc'));
      assert.deepEqual(
        sourceFiles(folder).map(({ path }) => path),
        ['a.js'],
      );
    },
  ));

test('what is large, binary or looks like another text is named with the reason', () =>
  inFolder(
    {
      'large.js': 'x'.repeat(MOST_SOURCE_BYTES + 1),
      'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]),
      'turned.js': 'if (admin) { \u202E } ',
      'bell.js': 'a\u0007b',
      'fine.js': '// 你好\tx\r\n',
    },
    (folder) => {
      assert.deepEqual(Object.fromEntries(sourceFiles(folder).map(({ path, leftOut }) => [path, leftOut])), {
        'bell.js': 'not-text',
        'fine.js': null,
        'large.js': 'too-large',
        'turned.js': 'not-text',
        'picture.png': 'not-text',
      });
    },
  ));

test('many files are bounded, in number and together', () => {
  const many = Array.from({ length: MOST_SOURCE_FILES + 20 }, (_, index) => [`f${index}.js`, 'x'] as const);
  inFolder(Object.fromEntries(many), (folder) => {
    assert.equal(sourceFiles(folder).length, MOST_SOURCE_FILES);
  });
  const full = Array.from(
    { length: 10 },
    (_, index) => [`f${index}.js`, 'x'.repeat(MOST_SOURCE_BYTES)] as const,
  );
  inFolder(Object.fromEntries(full), (folder) => {
    const files = sourceFiles(folder);
    const shown = files.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    assert.equal(shown, MOST_SOURCES_BYTES);
    assert.equal(files.filter(({ leftOut }) => leftOut === 'enough').length, 5);
  });
});
