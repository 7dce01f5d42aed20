import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '../../src/verify/checks/check.ts';
import { detailText, renderChecks, renderSkipped } from '../../src/verify/checks/render-checks.ts';

const detail = {
  summary: 'the body differs from the contract’s at msg',
  sent: 'GET /json HTTP/1.1\r\nHost: localhost',
  expected: '"成功"',
  seen: '"x"',
  diff: '- msg: "成功"\n+ msg: "x"',
};
const results: CheckResult[] = [
  { id: 'server/health', scenario: null, status: 'passed', detail: null },
  { id: 'server/keep-alive', scenario: null, status: 'passed', detail: null },
  { id: 'json/status', scenario: 'json', status: 'passed', detail: null },
  { id: 'json/body', scenario: 'json', status: 'failed', detail },
  {
    id: 'menus/fresh-row',
    scenario: 'menus',
    status: 'skipped',
    detail: { ...detail, summary: 'no database was given' },
  },
];

test('what passed takes a line, what failed says what was sent, expected and seen', () => {
  assert.equal(
    renderChecks(results),
    [
      '✓ server  health keep-alive',
      '✗ json    status',
      '    ✗ json/body: the body differs from the contract’s at msg',
      '        sent      GET /json HTTP/1.1',
      '                  Host: localhost',
      '        expected  "成功"',
      '        seen      "x"',
      '        diff      - msg: "成功"',
      '                  + msg: "x"',
      '– menus',
      '    – menus/fresh-row: no database was given',
    ].join('\n'),
  );
});

test('what was not judged is said once a reason, with all that it meets', () => {
  const skip = (id: string, summary: string): CheckResult => ({
    id,
    scenario: null,
    status: 'skipped',
    detail: { ...detail, summary },
  });
  const skips = [
    skip('json/date', 'no Date'),
    skip('menus/date', 'no Date'),
    skip('users/recovers', 'out of reach'),
  ];
  assert.equal(
    renderSkipped([...results.slice(0, 4), ...skips]),
    '    – date: no Date (json, menus)\n    – recovers: out of reach (users)',
  );
  assert.equal(renderSkipped(results.slice(0, 4)), '');
});

test('the detail of a result file is one bounded text', () => {
  assert.equal(detailText(null), null);
  assert.match(detailText(detail) ?? '', /^the body .*\nsent: GET \/json HTTP\/1.1\nexpected: .*\nseen: /);
  assert.equal(detailText({ ...detail, diff: 'x'.repeat(5_000) })?.length, 2_000);
});
