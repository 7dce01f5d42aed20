import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rankingTable } from '../../src/analysis/ranking.ts';
import { judgeReleases } from '../../src/analysis/releases/judge-releases.ts';
import { listenerFor } from '../../src/commands/measuring/progress.ts';
import { metricOf } from '../../src/model/index.ts';
import { renderRanking } from '../../src/terminal/ranking.ts';
import { renderReleases } from '../../src/terminal/releases.ts';
import { table } from '../../src/terminal/table.ts';
import { createTerminal } from '../../src/terminal/terminal.ts';
import { displayWidth } from '../../src/terminal/width.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { english, rankText } from '../../src/words/index.ts';
import { believableReleases } from '../publish/believable-releases.ts';
import { cellWith, runOf, targetOf, throughputCell } from '../publish/small-results.ts';

/** A terminal that writes into two texts, with a clock that the test moves. */
function screen({ tty = false, columns = 80, environment = {} as Record<string, string> } = {}) {
  const written = { out: '', err: '' };
  const clock = { now: 0 };
  const stream = (name: 'out' | 'err') => ({
    isTTY: tty,
    columns,
    write(text: string) {
      written[name] += text;
    },
  });
  return {
    written,
    clock,
    terminal: createTerminal(stream('out'), stream('err'), environment, () => clock.now),
  };
}

const CLEAR = '\r\u001b[2K';

describe('width', () => {
  test('of Latin, Chinese, full-width and coloured text', () => {
    assert.equal(displayWidth('go/gin'), 6);
    assert.equal(displayWidth('成功'), 4);
    assert.equal(displayWidth('Ａ한𠮷'), 6);
    assert.equal(displayWidth('\u001b[1m成\u001b[0m–µ'), 4);
    assert.equal(displayWidth(''), 0);
  });

  test('of emoji and of accents, each with what belongs to it', () => {
    assert.equal(displayWidth('🚀'), 2);
    assert.equal(displayWidth('👩‍💻🇨🇭✔️'), 6);
    assert.equal(displayWidth('✓ ✗ – … █ µ'), 11);
    assert.equal(displayWidth('e\u0301'), 1);
  });
});

describe('a table', () => {
  const text = table(
    [{ title: 'target' }, { title: 'msg' }, { title: 'n', align: 'right' }, { title: '' }],
    [['go/gin', '成功', '7', 'last'], ['a', 'ok', '1,234', ''], ['short']],
  );

  test('by hand', () => {
    assert.deepEqual(text.split('\n'), [
      'target  msg       n',
      '──────  ────  ─────',
      'go/gin  成功      7  last',
      'a       ok    1,234',
      'short',
    ]);
  });

  test('without rows is its head', () => {
    assert.equal(table([{ title: 'a' }], []), 'a\n─');
  });

  test('has its columns at the same place in every line, Chinese or not', () => {
    const [, , chinese = '', latin = ''] = text.split('\n');
    const end = (line: string, upTo: string): number =>
      displayWidth(line.slice(0, line.indexOf(upTo) + upTo.length));
    assert.equal(end(chinese, '7'), end(latin, '1,234'));
  });
});

describe('progress', () => {
  test('on a terminal: one line that is drawn over, gone before the next result', () => {
    const { written, terminal } = screen({ tty: true });
    terminal.progress(1, 8, 'go/gin json', null);
    terminal.progress(2, 8, 'go/gin json', 65);
    terminal.print('result');
    terminal.print('another');
    assert.equal(written.err, `${CLEAR}1/8  go/gin json${CLEAR}2/8, 1 min 05 s left  go/gin json${CLEAR}`);
    assert.equal(written.out, 'result\nanother\n');
  });

  test('never wraps, Chinese or not', () => {
    const { written, terminal } = screen({ tty: true, columns: 30 });
    for (const text of ['x'.repeat(100), '成功'.repeat(40), `${'x'.repeat(28)}成`]) {
      written.err = '';
      terminal.progress(1, 8, text, null);
      assert.ok(displayWidth(written.err.replace(CLEAR, '')) < 30, written.err);
      assert.ok(written.err.endsWith('…'));
    }
  });

  test('in a log: a plain line now and then, no control characters', () => {
    const { written, clock, terminal } = screen();
    for (let second = 0; second <= 31; second++) {
      clock.now = second * 1_000;
      terminal.progress(second, 40, 'go/gin json', null);
      terminal.detail('a line of a build');
    }
    terminal.clear();
    assert.deepEqual(written.err.split('\n'), [
      '0/40  go/gin json',
      '15/40  go/gin json',
      '30/40  go/gin json',
      '',
    ]);
  });

  test('on a dumb terminal it is a log', () => {
    const { written, terminal } = screen({ tty: true, environment: { TERM: 'dumb' } });
    terminal.progress(1, 2, 'text', null);
    assert.equal(written.err, '1/2  text\n');
  });

  test('results go to standard output, everything else beside it', () => {
    const { written, terminal } = screen();
    terminal.step('building');
    terminal.note('a note');
    terminal.print('{}');
    assert.deepEqual(written, { out: '{}\n', err: '· building\na note\n' });
  });
});

describe('colour', () => {
  const painted = (options: Parameters<typeof screen>[0]) => screen(options).terminal.good('✓');
  test('only on a terminal that wants it', () => {
    assert.equal(painted({ tty: true }), '\u001b[32m✓\u001b[39m');
    assert.equal(painted({ tty: false }), '✓');
    assert.equal(painted({ tty: true, environment: { NO_COLOR: '' } }), '✓');
    assert.equal(painted({ tty: true, environment: { TERM: 'dumb' } }), '✓');
  });
});

describe('text that strangers wrote', () => {
  const hostile = 'a\u001b[2J\u001b]0;title\u0007b\rc\u202ed\u009b';
  const harmless = 'a\\u001b[2J\\u001b]0;title\\u0007b\\u000dc\\u202ed\\u009b';

  test('does not steer the terminal, in results, notes, steps and progress', () => {
    for (const tty of [true, false]) {
      const { written, terminal } = screen({ tty, columns: 200 });
      terminal.print(hostile);
      terminal.note(hostile);
      terminal.step(hostile);
      assert.equal(written.out, `${harmless}\n`);
      assert.equal(written.err, `${harmless}\n· ${harmless}\n`);
      terminal.progress(1, 2, hostile, null);
      assert.ok(written.err.endsWith(harmless) || written.err.endsWith(`${harmless}\n`));
    }
  });

  test('leaves this program its own colours, and a log without any', () => {
    const on = screen({ tty: true });
    on.terminal.print(`${on.terminal.bad('no')} \u001b[8mhidden`);
    assert.equal(on.written.out, '\u001b[31mno\u001b[39m \\u001b[8mhidden\n');
    const off = screen();
    off.terminal.print('\u001b[31mred');
    assert.equal(off.written.out, '\\u001b[31mred\n');
  });

  test('begins no command of a workflow; what is meant as one does', () => {
    const environment = { GITHUB_ACTIONS: 'true' };
    const { written, terminal } = screen({ environment });
    terminal.print('one\n::error::forged\n \t::add-mask::x\n##[group]y\na::b');
    assert.equal(written.out, 'one\n: :error::forged\n \t: :add-mask::x\n## [group]y\na::b\n');
    terminal.command('::error title=a::b\u001b[2J');
    assert.equal(written.err, '::error title=a::b\\u001b[2J\n');
    const elsewhere = screen();
    elsewhere.terminal.print('::error::shown');
    assert.equal(elsewhere.written.out, '::error::shown\n');
  });
});

describe('figures', () => {
  test('in the unit that reads best', () => {
    const shown = (value: number, unit: Parameters<typeof english.figure>[0], text: string) =>
      assert.equal(english.figure(unit, value), text);
    shown(26_431.4, 'perSecond', '26,400 /s');
    shown(12.34, 'perSecond', '12.3 /s');
    shown(0, 'perSecond', '0.00 /s');
    shown(0.00321, 'seconds', '3.21 ms');
    shown(0.0000184, 'seconds', '18.4 µs');
    shown(2, 'seconds', '2.00 s');
    shown(0, 'seconds', '0.00 s');
    shown(45.2 * 2 ** 20, 'bytes', '45.2 MiB');
    shown(99, 'bytes', '99.0 B');
    shown(38_600, 'nanoseconds', '38.6 µs');
    shown(1.0234, 'ratio', '1.02');
  });

  test('that rounding carries over into the next digit or unit', () => {
    assert.equal(english.figure('seconds', 0.0009999), '1.00 ms');
    assert.equal(english.figure('perSecond', 9.999), '10.0 /s');
    assert.equal(english.figure('perSecond', 99.99), '100 /s');
    assert.equal(english.figure('bytes', 0.9997 * 2 ** 20), '1.00 MiB');
  });

  test('durations and ranks', () => {
    const durations = [0, 59.6, 65, 3_599.4, 3_600, 36_061].map(english.duration);
    assert.deepEqual(durations, ['0 s', '1 min', '1 min 05 s', '59 min 59 s', '1 h', '10 h 01 min']);
    assert.equal(rankText({ best: 3, worst: 3 }), '3');
    assert.equal(rankText({ best: 3, worst: 6 }), '3–6');
  });
});

test('a ranking shows everyone: ranked, marked, without a figure, dropped out', () => {
  const failures = [{ round: 0, what: 'The server exited while it was measured' }];
  const result = runOf([
    targetOf('go/fast', [throughputCell([2_000, 2_010, 2_020])]),
    targetOf('go/slow', [throughputCell([1_000, 1_010, 1_005])]),
    targetOf('go/wrong', [
      throughputCell([9_000, 9_000, 9_000], { marks: [{ code: 'count-mismatch', rounds: [0], detail: '' }] }),
    ]),
    targetOf('go/ends', [cellWith({ rounds: noRounds(), failures })]),
    targetOf('go/broken', [], { state: { step: 'build', reason: 'no such header', next: 'fix it' } }),
  ]);
  const ranking = rankingTable(
    result,
    'json',
    result.run.profile.loadShapes[0] as never,
    metricOf('throughputPerSecond'),
  );
  assert.ok(ranking);
  const lines = renderRanking(ranking, screen().terminal).split('\n');
  const line = (name: string): string => lines.find((each) => each.includes(name)) ?? '';
  assert.equal(lines[0], 'Small JSON: throughput, higher is better');
  // The first block slowed both by 0.75 %, in the middle: without it they have 2,015, 2,010, 2,020 and 1,007.5, 1,010, 1,005.
  // Each set half of that level, so that its interval is wider than these values alone would make it (± 0.6 %).
  assert.match(line('go/fast'), /^ {3}1 +go\/fast +2,015 +± 0\.9 % +1\.00× +█+$/);
  assert.match(line('go/slow'), /^ {3}2 +go\/slow +1,008 +.* +2\.00× +█+$/);
  assert.match(line('go/wrong'), /^ {3}– +go\/wrong +9,000 .*count-mismatch$/);
  assert.equal(
    line('go/ends'),
    '– go/ends: no figure, because every start failed; the result file says why.',
  );
  assert.equal(line('go/broken'), '– go/broken: build failed: no such header');
});

function noRounds() {
  return Object.fromEntries(Object.keys(throughputCell([1]).rounds).map((name) => [name, []]));
}

test('every event of a run has its look', () => {
  const { written, terminal } = screen();
  const report = listenerFor(terminal);
  const error = new PitwallError({
    what: 'It broke',
    where: 'here',
    expected: 'this',
    seen: 'that',
    next: 'fix it',
  });
  report({ kind: 'step', text: 'building go/gin' });
  report({ kind: 'left-out', target: 'go/gin', reason: 'no Go', next: 'get Go' });
  report({ kind: 'no-figure', cell: 'go/gin json wrk-64', number: 2, error });
  report({ kind: 'no-figure', cell: 'go/gin json wrk-64', number: 3, error: new Error('a bug') });
  report({ kind: 'problem', target: 'go/gin', error });
  report({ kind: 'block-done', block: 0, blocks: 2, seconds: 60 });
  const parts = '✗ It broke\n  where     here\n  expected  this\n  seen      that\n  next      fix it\n';
  assert.equal(
    written.err,
    '· building go/gin\n' +
      '– go/gin: no Go\n    next: get Go\n' +
      `– go/gin json wrk-64: start 2 gave no figure, the run continues\n${parts}` +
      '– go/gin json wrk-64: start 3 gave no figure, the run continues\na bug\n' +
      parts,
  );
  assert.equal(written.out, '');
});

test('a table of releases shows no figure of an older version of a scenario', () => {
  const { history, comparisons } = believableReleases('machine');
  const { outcome } = history.releases[0] ?? assert.fail();
  assert.ok(outcome.state === 'measured');
  for (const [id, { cells }] of comparisons)
    for (const cell of cells) cell.scenarioVersion = id === outcome.comparison ? 1 : 2;
  const { terminal } = screen();
  const text = renderReleases(judgeReleases({ folder: '', history, comparisons }), terminal);
  const rowOf = (version: string): string =>
    text.split('\n').find((line) => line.startsWith(`${version} `)) ?? '';
  assert.doesNotMatch(rowOf('1.9.0'), /±/);
  assert.match(rowOf('1.10.0'), /± .*±/);
});
