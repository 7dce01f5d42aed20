import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { compare } from '../../../src/commands/comparing/compare.ts';
import { duet } from '../../../src/commands/comparing/duet.ts';
import { verdict } from '../../../src/commands/comparing/verdict.ts';
import { exitCodes } from '../../../src/util/errors.ts';
import { repository as thisRepository } from '../../../src/util/repository.ts';
import { skipWithoutWrk } from '../support/bench.ts';
import { refusalOf } from '../support/errors.ts';
import { invocationIn } from '../support/invocation.ts';
import { makeRepository, manifestOf, serving } from '../support/repository.ts';

/** `bench duet` and `bench compare` as a person calls them, in a git checkout of small servers. */
describe('the command duet', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  const { root } = made.repository;
  after(() => made.remove());
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], { cwd: root });
  const call = (words: string[], options: Record<string, string | boolean | string[]> = {}) =>
    invocationIn(made, { arguments: words, options: { seed: '1', ...options } });

  made.addTarget('right');
  made.addTarget('plain', 'right', serving('plaintext'));
  made.addTarget('broken', 'right', {
    process: {
      ...manifestOf('broken', ['json']).process,
      build: [['sh', '-c', 'echo no such header; exit 3']],
    },
  });
  made.write('targets/CONTRACT.md', readFileSync(join(thisRepository.targets, 'CONTRACT.md'), 'utf8'));
  made.write('.gitignore', 'node_modules\n.cache\nstate\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'first');

  test('what cannot be compared is refused before anything is measured, with what to do', async () => {
    const refusals: [string[], Record<string, string | boolean | string[]>, RegExp][] = [
      [['javascript/rigt', 'javascript/right'], {}, /javascript\/right/],
      [['javascript/right@nosuch', 'javascript/right'], {}, /nosuch/],
      [
        ['javascript/right', 'javascript/plain'],
        { scenario: ['json'] },
        /cannot be compared.*does not list it/s,
      ],
      [['javascript/right', 'javascript/right'], { pairs: '1' }, /a whole number from 2/],
      [['javascript/right', 'javascript/right'], { scenario: ['jsn'] }, /json/],
      [['javascript/right', 'javascript/broken'], { scenario: ['json'] }, /build/i],
    ];
    for (const [words, options, pattern] of refusals) {
      const error = await refusalOf(() => duet.run(call(words, options)));
      assert.match(error.message, pattern, words.join(' '));
    }
  });

  test('two revisions of one target: a verdict, a file, and the same bytes from the file alone', async () => {
    const server = join(made.repository.targets, 'javascript', 'right', 'server.js');
    writeFileSync(server, `${readFileSync(server, 'utf8')}\n// a comment\n`);
    const asked = call(['javascript/right@HEAD', 'javascript/right'], {
      scenario: ['json'],
      pairs: '3',
      json: true,
    });
    const code = await duet.run(asked);
    const [cell] = JSON.parse(asked.output()).cells;
    assert.equal(cell.effect.pairs >= 3, true, asked.output());
    assert.equal(code, cell.state === 'regressed' ? exitCodes.failed : exitCodes.ok);

    const [file] = execFileSync('sh', ['-c', 'ls results/comparisons/*/*/*.json'], {
      cwd: root,
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    const again = call([join(root, file ?? '')], { json: true });
    await verdict.run(again);
    assert.equal(again.output(), asked.output());
    const markdown = [1, 2].map(() => call([join(root, file ?? '')], { markdown: true }));
    for (const one of markdown) await verdict.run(one);
    assert.equal(markdown[0]?.output(), markdown[1]?.output());
  });

  test('compare takes what changed since, and says when nothing did', async () => {
    const nothing = call(['HEAD', 'javascript/plain']);
    assert.equal(await compare.run(nothing), exitCodes.ok);
    assert.match(nothing.progress(), /No target differs from HEAD/);
  });

  test('compare names what is gone since then and does not pass it', async () => {
    made.addTarget('plain', 'right', serving('plaintext', 'counter'));
    git('add', '.');
    git('commit', '-qm', 'more');
    made.addTarget('plain', 'right', serving('counter'));
    const less = call(['HEAD', 'javascript/plain'], { scenario: ['plaintext'] });
    assert.equal(await compare.run(less), exitCodes.failed);
    assert.match(less.progress(), /javascript\/plain plaintext is not compared: head does not serve/);
    const variants = [{ id: 'other', description: 'The same.', environment: {} }];
    made.addTarget('plain', 'right', { ...serving('plaintext', 'counter'), variants });
    const other = call(['HEAD', 'javascript/plain']);
    assert.equal(await compare.run(other), exitCodes.failed);
    assert.match(other.progress(), /javascript\/plain:other is new since HEAD/);
    assert.match(other.progress(), /javascript\/plain is not compared: head has no such variant/);
  });

  test('a file that is no comparison is named', async () => {
    const path = join(root, 'results', 'broken.json');
    writeFileSync(path, '{"schemaVersion":1,"cells":[{"base":NaN}]}');
    const error = await refusalOf(() => verdict.run(call([path])));
    assert.match(error.message, /broken\.json/);
    assert.match((await refusalOf(() => verdict.run(call(['nowhere.json'])))).message, /no such file/i);
  });
});
