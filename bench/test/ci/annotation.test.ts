import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { annotationOfCheck, annotationOfError, placeOfError } from '../../src/ci/github/annotation.ts';
import { annotationsOf, jobSummary } from '../../src/ci/github/job-summary.ts';
import { workflowCommand } from '../../src/ci/workflow-file.ts';
import { notBegun } from '../../src/commands/measuring/verify.ts';
import { scenarios } from '../../src/model/index.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import type { CheckResult } from '../../src/verify/checks/check.ts';
import { makeRepository } from '../measure/support/repository.ts';

const made = makeRepository();
after(() => made.remove());
const { root } = made.repository;
made.addTarget('small');

const failed = (scenario: CheckResult['scenario'], summary = 'status 500 instead of 200'): CheckResult => ({
  id: `${scenario ?? 'server'}/status`,
  scenario,
  status: 'failed',
  detail: { summary, sent: 'GET /json HTTP/1.1\r\n', expected: '200', seen: '500', diff: '- 200\n+ 500' },
});

describe('where a failure is shown', () => {
  test('a check: on the line of the source that names the route', () => {
    const annotation = annotationOfCheck(root, 'javascript/small:default', failed('json'));
    assert.equal(annotation.file, 'targets/javascript/small/server.js');
    const source = readFileSync(join(root, annotation.file ?? ''), 'utf8').split('\n');
    assert.match(source[(annotation.line ?? 0) - 1] ?? '', /\/json'/);
    assert.match(annotation.message, /- 200\n\+ 500/);
  });

  test('a check of no route: on the manifest', () => {
    assert.deepEqual(
      [null, 'not-found' as const].map((id) => annotationOfCheck(root, 'javascript/small', failed(id)).file),
      ['targets/javascript/small/target.yaml', 'targets/javascript/small/target.yaml'],
    );
  });

  test('the routes of the targets of this repository are found in their sources', () => {
    for (const target of [
      'go/gin',
      'rust/axum',
      'javascript/koa',
      'java/vertx',
      'kotlin/vertx',
      'csharp/aspnet-core',
    ]) {
      for (const { id } of scenarios.filter(({ id }) => id !== 'not-found')) {
        const { file, line } = annotationOfCheck(repository.root, target, failed(id));
        assert.ok(line !== null && !file?.endsWith('target.yaml'), `${target} ${id}: ${file}:${line}`);
      }
    }
  });

  const manifest = 'targets/javascript/small/target.yaml';
  const places: [string, string, string, { file: string | null; line: number | null }][] = [
    ['a line of a manifest', `${manifest}:3:1`, '', { file: manifest, line: 3 }],
    [
      'a compiler',
      manifest,
      './server.js:12:3: undefined: x',
      { file: 'targets/javascript/small/server.js', line: 12 },
    ],
    ['Maven', manifest, '[ERROR] /somewhere/server.js:[7,5] no', { file: manifest, line: null }],
    [
      'a build',
      'targets/javascript/small: npm ci',
      'exit code 1; last lines: ./server.js:3:9: no',
      { file: 'targets/javascript/small/server.js', line: 3 },
    ],
    ['a build that names no line', 'targets/javascript/small: npm ci', 'no', { file: manifest, line: null }],
    ['a command', 'bench run', '', { file: null, line: null }],
    ['a file that is not there', 'targets/javascript/none/target.yaml', '', { file: null, line: null }],
    ['a path that climbs', 'targets/../../etc/passwd', '', { file: null, line: null }],
  ];
  for (const [what, where, seen, place] of places) {
    test(what, () => assert.deepEqual(placeOfError(root, where, seen), place));
  }

  for (const [what, key, text] of [
    ['a key of a manifest', 'process.start', '  start:'],
    ['a key that is missing: what it would be in', 'process.nothing', 'process:'],
  ] as const) {
    test(what, () => {
      const { file, line } = placeOfError(root, `${manifest} › ${key}`, '');
      const at = readFileSync(join(root, manifest), 'utf8').split('\n').indexOf(text) + 1;
      assert.equal(file, manifest);
      // A list or a map begins on the line after its key.
      assert.ok(at > 0 && (line === at || line === at + 1), `line ${line}, the key is on line ${at}`);
    });
  }
});

test('no text begins another command, and none adds a property', () => {
  const line = workflowCommand({
    level: 'error',
    title: 'a, line=1::x',
    message: 'one\n::add-mask::x\r\n%0A::stop-commands::y',
    file: 'a:b,c.go',
    line: 2,
  });
  assert.equal(
    line,
    '::error file=a%3Ab%2Cc.go,line=2,title=a%2C line=1%3A%3Ax::one%0A::add-mask::x%0D%0A%250A::stop-commands::y',
  );
  assert.equal(line.split(/\r|\n/).length, 1);
});

test('a four-part error says all of its parts', () => {
  const error = new PitwallError({ what: 'W', where: 'bench x', expected: 'E', seen: 'S', next: 'N' });
  assert.deepEqual(annotationOfError(root, error), {
    level: 'error',
    title: 'W',
    message: 'where: bench x\nexpected: E\nseen: S\nnext: N',
    file: null,
    line: null,
  });
});

describe('the summary of a job', () => {
  const verified = [
    {
      target: 'javascript/small',
      state: 'failed' as const,
      reason: 'x',
      next: null,
      checks: [failed('json', 'a | b <b>')],
    },
  ];

  test('a table; what a server said is text', () => {
    const markdown = jobSummary('javascript/small', { verified, counted: null, smoke: null });
    assert.match(markdown, /\| javascript\/small \| \*\*breaks it\*\* \| 0 of 1 \| 0 \|/);
    assert.match(markdown, /a \\\| b &lt;b&gt;/);
  });

  test('a target that does not build is shown where the compiler points', () => {
    const [annotation] = annotationsOf(root, [
      {
        target: 'javascript/small',
        state: 'failed',
        reason: 'server.js:9:1: no',
        next: 'fix it',
        checks: [],
      },
    ]);
    assert.deepEqual([annotation?.file, annotation?.line], ['targets/javascript/small/server.js', 9]);
  });

  test('a server that ended although no check failed: its reason', () => {
    const passed = { ...failed('json'), status: 'passed' as const, detail: null };
    const reason = 'javascript/small exited while it was verified: exit code 0';
    const ended = [
      { target: 'javascript/small', state: 'failed' as const, reason, next: null, checks: [passed] },
    ];
    const markdown = jobSummary('javascript/small', { verified: ended, counted: null, smoke: null });
    assert.match(markdown, /\*\*breaks it\*\* \| 1 of 1 \|/);
    assert.ok(markdown.includes(`- javascript/small: ${reason}\n`), markdown);
  });

  test('a target for which there was no time is not taken for verified', () => {
    const late = [notBegun('javascript/small', 5)];
    const markdown = jobSummary('javascript/small', { verified: late, counted: null, smoke: null });
    assert.match(markdown, /\| javascript\/small \| not begun in time \| 0 of 0 \| 0 \|/);
    assert.match(markdown, /the time was up after 5 minutes/);
    const [annotation] = annotationsOf(root, late);
    assert.equal(annotation?.level, 'warning');
    assert.equal(annotation?.title, 'javascript/small was not begun in time');
  });

  test('steps that did not get so far are passed over', () => {
    assert.match(jobSummary('go/x', { verified: null, counted: null, smoke: null }), /was not verified/);
  });

  test('more instructions are reported', () => {
    const counted = {
      scenarios: [
        {
          scenario: 'json',
          base: [100, 101],
          head: [120, 121],
          effect: { ratio: 1.2, low: 1.19, high: 1.21 },
          verdict: 'more' as const,
        },
      ],
    };
    assert.match(
      jobSummary('go/x', { verified: [], counted, smoke: null }),
      /\| json \| 101 \| 121 \| \+20 % \| \*\*more\*\* \|/,
    );
  });
});
