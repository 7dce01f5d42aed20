import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankingColumns } from '@pitwall/bench/words';
import { type Column, shows, tableOf } from '../src/lib/tables/table.ts';
import { languages, messagesOf } from '../src/messages/index.ts';

interface Row {
  name: string;
  value: number | null;
}
const Picture = (_props: { at: number }): null => null;
const columns: Column<Row>[] = [
  { title: 'Value', kind: 'number', cell: ({ value }) => ({ parts: [value ?? '–'], data: { value } }) },
  {
    title: 'Name',
    heads: true,
    cell: ({ name }) => ({
      parts: [{ text: name, link: `#${name}` }, name === 'b' && shows(Picture, { at: 1 })],
      under: [null, name === 'b' ? 'below' : ''],
      class: name === 'b' && 'state-worse',
    }),
  },
  { title: 'Id', kind: 'mono', cell: ({ name }) => name },
];

test('columns say what each row shows', () => {
  const rows = [
    { name: 'a', value: null },
    { name: 'b', value: 2 },
  ];
  const { head, rows: shown } = tableOf(columns, rows, ({ name }) => ({ id: name }));
  assert.deepEqual(head, [
    { title: 'Value', class: 'number' },
    { title: 'Name', class: undefined },
    { title: 'Id', class: undefined },
  ]);
  assert.deepEqual(
    shown.map(({ attributes }) => attributes),
    [{ id: 'a' }, { id: 'b' }],
  );
  const [first, second] = shown.map(({ cells }) => cells);
  assert.deepEqual(first?.[0], {
    tag: 'td',
    attributes: { class: 'number', 'data-value': undefined },
    parts: ['–'],
    under: [],
  });
  assert.deepEqual(first?.[1], {
    tag: 'th',
    attributes: { scope: 'row' },
    parts: [{ text: 'a', link: '#a' }],
    under: [],
  });
  assert.deepEqual(second?.[1], {
    tag: 'th',
    attributes: { scope: 'row', class: 'state-worse' },
    parts: [
      { text: 'b', link: '#b' },
      { component: Picture, props: { at: 1 } },
    ],
    under: ['below'],
  });
  assert.deepEqual(second?.[2], { tag: 'td', attributes: { class: 'mono' }, parts: ['b'], under: [] });
});

test('every column that a ranking page shows has a title in every language', () => {
  const ids = rankingColumns.flatMap((column) => ('page' in column ? [column.id] : []));
  for (const language of languages) {
    const titles = messagesOf(language).ranking.columns;
    assert.deepEqual(
      ids.filter((id) => !titles[id]),
      [],
      language,
    );
  }
});
