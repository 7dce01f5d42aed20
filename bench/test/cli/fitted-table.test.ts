import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FittedColumn, fittedTable } from '../../src/terminal/fitted-table.ts';
import { assertFits, flat, screenOf } from './support/narrow-screen.ts';

describe('a table that is too wide', () => {
  const columns: FittedColumn[] = [
    { title: 'name' },
    { title: 'load', narrow: { once: true } },
    { title: 'n', align: 'right', narrow: { leaveOut: 1 } },
    { title: 'a long title', narrow: { leaveOut: 2 } },
    { title: '', name: 'note', narrow: { wrap: 11, below: 3 } },
  ];
  const rows = [
    ['成功', 'wrk', '1', 'x', 'a note of several words'],
    ['go/gin', 'wrk', '1,234', 'y', ''],
  ];
  const at = (room: number | null) => {
    const { text, ...rest } = fittedTable(columns, rows, room);
    return { lines: text.split('\n'), ...rest };
  };

  test('says once what all rows share, before anything else gives way', () => {
    assert.equal(at(58).lines[0], 'name    load      n  a long title');
    assert.deepEqual(at(57), {
      lines: [
        'load: wrk',
        'name        n  a long title',
        '──────  ─────  ────────────',
        '成功        1  x             a note of several words',
        'go/gin  1,234  y',
      ],
      leftOut: [],
      wholeWidth: 58,
    });
    const [one = [], two = []] = rows;
    const unlike = fittedTable(columns, [one, two.with(1, 'oha')], 57).text;
    assert.match(unlike, /^name {4}load /);
    assert.match(unlike, /^成功 {4}wrk /m);
    assert.match(unlike, /^go\/gin {2}oha /m);
  });

  test('wraps, with the room that there is, before it leaves anything out', () => {
    assert.deepEqual(at(44).lines.slice(3), [
      '成功        1  x             a note of',
      '                             several words',
      'go/gin  1,234  y',
    ]);
    assert.deepEqual(at(44).leftOut, []);
  });

  test('leaves out the least important column first, and says which', () => {
    assert.deepEqual(at(39).leftOut, ['n']);
    assert.deepEqual(at(25).leftOut, ['n', 'a long title']);
  });

  test('puts back what the next one has left room for', () => {
    assert.deepEqual(at(30).leftOut, ['a long title']);
  });

  test('moves a text below its row if it has no room beside it, and refills the row', () => {
    assert.deepEqual(at(18), {
      lines: [
        'load: wrk',
        'name        n',
        '──────  ─────',
        '成功        1',
        '└ a note of',
        '  several words',
        'go/gin  1,234',
      ],
      leftOut: ['a long title'],
      wholeWidth: 58,
    });
  });

  test('in a pipe is whole', () => {
    assert.deepEqual(at(null), { ...at(1_000), leftOut: [] });
    assert.equal(at(null).lines.length, 4);
  });

  test('names a column of a row that moved below it', () => {
    const level: FittedColumn[] = [{ title: 'name' }, { title: 'level', narrow: { below: 1 } }];
    const { text } = fittedTable(level, [['javascript/koa', '1 → 2']], 20);
    assert.equal(text.split('\n').at(-1), '└ level: 1 → 2');
  });

  test('breaks no word', () => {
    const note: FittedColumn[] = [
      { title: 'name' },
      { title: 'note', narrow: { wrap: 4 } },
      { title: 'n', narrow: { leaveOut: 1 } },
    ];
    const { text, leftOut } = fittedTable(note, [['a', 'mongodb-driver and more', '1']], 20);
    assert.deepEqual(text.split('\n').slice(2), ['a     mongodb-driver', '      and more']);
    assert.deepEqual(leftOut, ['n']);
  });

  test('never loses a column that has no turn, however narrow the terminal', () => {
    const { text } = fittedTable([{ title: 'name' }, { title: 'verdict' }], [['go/gin', 'regressed']], 5);
    assert.equal(text.split('\n').at(-1), 'go/gin  regressed');
  });
});

describe('what was left out', () => {
  const columns: FittedColumn[] = [{ title: 'name' }, { title: 'kind', narrow: { leaveOut: 1 } }];
  const rows = [['a'.repeat(78), 'platform']];

  test('is said once for all tables of a command, with how to see it', () => {
    const { terminal, written } = screenOf(80);
    for (const _ of [1, 2]) terminal.table(columns, rows);
    terminal.sayLeftOut('--json');
    terminal.sayLeftOut('--json');
    assert.equal(
      flat(written()),
      ' Not shown for want of room: kind. To see all: a terminal 88 columns wide, a pipe (| less -S) or --json. ',
    );
    assertFits(written(), 80);
  });

  test('follows COLUMNS, also in a pipe', () => {
    for (const columns_ of [null, 200]) {
      const { terminal, written } = screenOf(columns_, { COLUMNS: '80' });
      assert.equal(terminal.columns, 80);
      terminal.table(columns, rows);
      terminal.sayLeftOut('--json');
      assert.match(flat(written()), /kind\. To see all: COLUMNS=88 or --json\. $/);
    }
    for (const variable of ['', '0', '-1', 'wide'])
      assert.equal(screenOf(null, { COLUMNS: variable }).terminal.columns, null);
  });

  test('is nothing in a pipe, and in a terminal that does not know its width', () => {
    for (const width of [null, 0]) {
      const { terminal, written } = screenOf(width);
      assert.equal(terminal.columns, null);
      assert.match(terminal.table(columns, rows), /platform$/);
      terminal.sayLeftOut('--json');
      assert.equal(written(), '');
    }
  });
});
