import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escaped } from '../../src/publish/verdict-markdown.ts';

test('text of others is shown as text, whatever it says', () => {
  assert.equal(escaped('<img src=x onerror=alert(1)>'), '&lt;img src=x onerror=alert\\(1\\)&gt;');
  assert.equal(escaped('a | b\n| c'), 'a \\| b \\| c');
  assert.equal(escaped('[x](https://example.org)'), '\\[x\\]\\(https:\u200b//example.org\\)');
  assert.equal(escaped('@everyone'), '@\u200beveryone');
  assert.equal(
    escaped('see #1, GH-2 and www.example.org'),
    'see \\#\u200b1, GH\u200b\\-2 and www\u200b.example.org',
  );
  assert.equal(
    escaped('$\\Huge no$ $1'),
    '<span>$</span>\\\\Huge no<span>$</span> <span>$</span>1',
    'no formula is rendered',
  );
  assert.equal(escaped('`code` **bold** &amp;'), '\\`code\\` \\*\\*bold\\*\\* &amp;amp;');
});
