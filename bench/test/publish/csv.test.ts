import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv, csvField } from '../../src/publish/csv.ts';

test('text with commas, quotes or line breaks is quoted', () => {
  assert.equal(csvField('a,b'), '"a,b"');
  assert.equal(csvField('say "hi"'), '"say ""hi"""');
  assert.equal(csvField('two\nlines'), '"two\nlines"');
  assert.equal(csvField('<script>'), '<script>');
});

test('text that a spreadsheet would take for a formula is disarmed', () => {
  assert.equal(csvField('=1+1'), "'=1+1");
  assert.equal(csvField('+1'), "'+1");
  assert.equal(csvField('-1'), "'-1");
  assert.equal(csvField('@SUM(A1)'), "'@SUM(A1)");
  assert.equal(csvField(' =1+1'), "' =1+1");
  assert.equal(csvField('\t=1+1'), "'\t=1+1");
  assert.equal(csvField('=HYPERLINK("http://x","y")'), `"'=HYPERLINK(""http://x"",""y"")"`);
});

test('numbers stay numbers and null is empty', () => {
  assert.equal(csvField(-1.5), '-1.5');
  assert.equal(csvField(1e-7), '1e-7');
  assert.equal(csvField(null), '');
});

test('lines end as RFC 4180 asks', () => {
  assert.equal(
    csv([
      ['a', 1],
      [null, 'b,c'],
    ]),
    'a,1\r\n,"b,c"\r\n',
  );
});
