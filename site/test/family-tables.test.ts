import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScenarioId } from '@pitwall/bench/model';
import { matrixOf } from '../src/lib/home/matrix.ts';
import { type FamilyRow, familyTraits } from '../src/lib/languages/family.ts';
import { addedTable, costsTable, differTable, traitTitle } from '../src/lib/languages/family-tables.ts';
import type { Added, FrameworkCost } from '../src/lib/languages/framework-cost.ts';
import { pageOf } from '../src/lib/page/page.ts';
import { besideColumns } from '../src/lib/tables/beside-columns.ts';
import type { TableData } from '../src/lib/tables/table.ts';
import { messagesOf } from '../src/messages/index.ts';
import { rankedAt, referenceOf, smallRow, smallRun, smallTable } from './small-tables.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const drawn = {
  doubt: () => '?',
  flags: () => false as const,
  line: (ratio: object) => ({ component: 'line', props: ratio }),
};
const page = { ...pageOf({ pathname: '/' }), ...drawn };
const chinesePage = { ...pageOf({ pathname: '/zh/' }), ...drawn };

const family = (name: string, parts: Partial<FamilyRow> = {}): FamilyRow => ({
  key: `go-${name}`,
  target: `go/${name}`,
  variant: 'default',
  section: 'default',
  name,
  kind: 'micro',
  version: '1.0.0',
  runtime: 'Go 1.26.8',
  server: 'net/http',
  access: {},
  linesOfCode: 1_234,
  ...parts,
});
const rows = [
  family('gin', { access: { postgresql: 'pgx 5.7' } }),
  family('fiber', { server: 'fasthttp' }),
  family('net-http', { kind: 'platform', server: null, version: null, linesOfCode: null }),
];
const textsOf = ({ rows: shown }: TableData, column: number) =>
  shown.map(({ cells }) =>
    cells[column]?.parts
      .map((part) =>
        typeof part === 'object' ? ('text' in part ? part.text : 'span' in part && part.span) : part,
      )
      .join(' '),
  );
const titles = ({ head }: TableData) => head.map(({ title }) => title);

const added = (parts: Partial<Added> = {}): Added => ({
  ...{ scenario: 'json', ratio: 1.25, low: 1.1, high: 1.4, minimumEffect: 0.01, standing: 'more' },
  comparison: null,
  ...parts,
});
const platform = { target: 'go/net-http', variant: 'default', name: 'net/http', key: 'go-net-http' };
const costs = (all: Record<string, Added[]>): ReadonlyMap<string, FrameworkCost> =>
  new Map(Object.entries(all).map(([key, own]) => [key, { platform, added: own }]));

describe('where the frameworks of a language differ', () => {
  const data = differTable(rows, familyTraits(rows).differing, page);

  test('is shown by columns of what differs, and by none of what they share', () => {
    assert.deepEqual(titles(data), ['Name', 'Version', 'HTTP server', 'Lines of code']);
    assert.deepEqual(textsOf(data, 1), ['1.0.0', '1.0.0', '–']);
    assert.deepEqual(textsOf(data, 2), ['net/http', 'fasthttp', '–']);
    assert.deepEqual(textsOf(data, 3), ['1,234', '1,234', '–']);
    const hints = data.rows.map(({ cells }) => cells[3]?.attributes.title);
    assert.deepEqual(hints, [english.family.linesHint, english.family.linesHint, undefined]);
  });

  test('names each with its kind and leads to its page', () => {
    const [name] = data.rows[2]?.cells ?? [];
    assert.deepEqual(name?.parts, [
      { text: 'net-http', link: 'frameworks/go/net-http/#default', class: 'name' },
    ]);
    assert.deepEqual(name?.under, [{ span: 'platform', class: 'soft' }]);
    const [inChinese] = differTable(rows, [], chinesePage).rows[2]?.cells ?? [];
    assert.deepEqual(inChinese?.under, [{ span: chinese.kinds.platform, class: 'soft' }]);
  });

  test('calls databases by their names', () => {
    assert.deepEqual(
      [traitTitle('runtime', english), traitTitle('server', chinese), traitTitle('mysql', chinese)],
      ['Runtime', chinese.family.traits.server, 'MySQL'],
    );
  });
});

describe('what each framework adds, in every scenario', () => {
  const scenarios: ScenarioId[] = ['json', 'menus', 'users'];
  const of = (all: Record<string, Added[]>, at = page) => addedTable(rows, costs(all), scenarios, at);

  test('is a link to the page of the two, with the interval below', () => {
    const table = of({ 'go-gin': [added()] });
    assert.deepEqual(table && titles(table), ['Name', 'Small JSON']);
    const [name, json] = table?.rows[0]?.cells ?? [];
    assert.deepEqual(name?.under, ['Platform: net/http']);
    assert.deepEqual(json?.parts, [{ text: '+25 %', link: 'compare/go-gin/go-net-http/' }]);
    assert.deepEqual(json?.under, ['+10 % – +40 %']);
    assert.equal(json?.attributes['data-label'], 'Small JSON');
    const [inChinese] = of({ 'go-gin': [added()] }, chinesePage)?.rows[0]?.cells ?? [];
    assert.deepEqual(inChinese?.under, [`${chinese.family.platform}：net/http`]);
  });

  test('is a link to the comparison of the two at once, if there is one', () => {
    const comparison = { machine: 'm', id: '20261128T200000Z-0000000' };
    const [, json] = of({ 'go-gin': [added({ comparison })] })?.rows[0]?.cells ?? [];
    assert.deepEqual(json?.parts, [{ text: '+25 %', link: `verdicts/m/${comparison.id}/` }]);
  });

  test('has no column in which nothing is proven, unless nothing is proven at all', () => {
    const open = added({ scenario: 'menus', standing: 'open' });
    const some = of({ 'go-gin': [added(), open], 'go-fiber': [open] });
    assert.deepEqual(some && titles(some), ['Name', 'Small JSON']);
    assert.deepEqual(some?.rows[1]?.cells[1]?.parts, ['–'], 'fiber has no figure there');
    assert.equal(some?.rows[1]?.cells[1]?.attributes.class, 'number none desk');
    const none = of({ 'go-gin': [open] });
    assert.deepEqual(none && titles(none).slice(1), [english.scenarioTitle('menus')]);
    assert.deepEqual(none?.rows[0]?.cells[1]?.parts, [{ span: 'not proven', class: 'soft' }]);
  });

  test('leaves out frameworks without a platform, and is nothing without any', () => {
    assert.deepEqual(of({ 'go-fiber': [added()] })?.rows.length, 1);
    assert.equal(of({}), null);
  });
});

describe('costs beside what a framework adds', () => {
  const json = smallTable([
    smallRow('go/fiber', rankedAt(1, 100_000, 1)),
    smallRow('go/gin', rankedAt(2, 50_000, 2)),
    smallRow('go/net-http', referenceOf(90_000, 1.1), { kind: 'platform' }),
  ]);
  const { rows: matrixRows } = matrixOf(smallRun(json), 'json', english);
  const of = (all: Record<string, Added[]>, at = page) =>
    costsTable(json, besideColumns([json], { ...json, metric: null }, english), matrixRows, costs(all), at);

  test('are shown without it where nothing is known', () => {
    const data = of({});
    assert.deepEqual(titles(data), ['Framework', 'Rank', 'Throughput']);
    assert.deepEqual(of({ 'go-gin': [added({ scenario: 'menus' })] }).head.length, 3, 'another scenario');
    assert.equal(
      data.head.some(({ sort }) => sort !== undefined),
      false,
      'no script sorts this table',
    );
    assert.deepEqual(
      data.rows.map(({ attributes }) => attributes.class),
      [undefined, undefined, 'reference'],
    );
  });

  test('have the share and its picture on one scale for all', () => {
    const data = of({
      'go-gin': [added()],
      'go-fiber': [added({ ratio: 0.8, low: 0.75, high: 0.95, standing: 'less' })],
    });
    assert.deepEqual(titles(data).slice(3), ['Added CPU', 'On a scale around 1']);
    assert.deepEqual(textsOf(data, 3), ['−20 %', '+25 %', '–']);
    assert.deepEqual(data.rows[1]?.cells[3]?.under, ['+10 % – +40 %', 'Platform: net/http']);
    assert.equal(data.rows[2]?.cells[3]?.attributes.class, 'number none', 'a platform adds to nothing');
    const edges = data.rows
      .map(({ cells }) => cells[4]?.parts[0])
      .map((part) => (part as { props?: { edge: number } } | undefined)?.props?.edge);
    assert.deepEqual(edges, [1.4 * 1.02, 1.4 * 1.02, undefined]);
  });

  test('say what is not proven, with the platform that it is against', () => {
    const data = of({ 'go-gin': [added({ standing: 'open', ratio: 1.01, low: 0.9, high: 1.1 })] });
    const cell = data.rows[1]?.cells[3];
    assert.deepEqual(cell?.parts, [{ span: 'not proven', class: 'soft' }]);
    assert.deepEqual(cell?.under, ['Platform: net/http']);
    const inChinese = of({ 'go-gin': [added({ standing: 'open' })] }, chinesePage).rows[1]?.cells[3];
    assert.deepEqual(inChinese?.under, [`${chinese.family.platform}：net/http`]);
  });
});
