import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RankingColumn, rankingColumns } from '@pitwall/bench/words';
import { seededRandom } from '../../bench/src/util/random.ts';
import {
  criteria,
  initialChoices,
  isConsidered,
  marksIn,
  readChoices,
  scoreOf,
  writeChoices,
} from '../src/lib/choose/choose.ts';
import { rangeText, rowWords, standingOf } from '../src/lib/compare/compare-view.ts';
import { bestFirst, sortedRows } from '../src/lib/home/field-order.ts';
import { addresses, linker, translationLink } from '../src/lib/page/links.ts';
import {
  facetAttributes,
  facets,
  facetsOfRow,
  initialState,
  isShown,
  type RankingState,
  readRankingState,
  shownRows,
  withOffered,
  writeFilters,
  writeState,
} from '../src/lib/ranking/ranking-state.ts';
import { tellingRuntimes } from '../src/lib/ranking/ranking-view.ts';
import { languageAt, messagesOf, withoutLanguage } from '../src/messages/index.ts';
import { filterChange } from '../src/scripts/filters.ts';

const columns = (rankingColumns as readonly RankingColumn[]).flatMap(({ id, page }) =>
  page?.sort ? id : [],
);

test('the state of a ranking goes into the address and comes back the same', () => {
  const random = seededRandom(3);
  const words = ['Go', 'C#', 'a b', 'ø,', '100%', '数据', '&=?#+'];
  const some = () => words.filter(() => random.next() < 0.4).filter((word) => !word.includes(','));
  for (let round = 0; round < 300; round++) {
    const state: RankingState = {
      query: random.next() < 0.5 ? '' : (words[Math.floor(random.next() * words.length)] ?? ''),
      chosen: { language: some(), kind: some(), access: some(), database: some(), runtime: some() },
      comparable: random.next() < 0.5,
      broad: random.next() < 0.5,
      best: random.next() < 0.5,
      sort: columns[Math.floor(random.next() * columns.length)] ?? 'rank',
      reversed: random.next() < 0.5,
      baseline: random.next() < 0.5 ? null : 'go-gin',
      scale: ([null, 'linear', 'log'] as const)[Math.floor(random.next() * 3)] ?? null,
    };
    assert.deepEqual(readRankingState(writeState(state), columns), state);
  }
  assert.equal(writeState(initialState()), '');
});

test('unknown keys have no effect and stay in the address', () => {
  assert.deepEqual(readRankingState('?zz=1&s=nothing&x=cube&c=yes&l=,,', columns), initialState());
  assert.equal(writeState(initialState(), '?zz=1&l=Go'), '?zz=1');
  const filtered = { ...initialState(), query: 'gin' };
  assert.equal(writeState(filtered, '?y=cpu&x=memory'), '?q=gin&y=cpu&x=memory', 'x is an axis of the field');
  assert.equal(writeState(filtered, '?x=log'), '?q=gin', 'x is the scale of a ranking');
});

test('a link from the home page to a ranking keeps the filters that both have, and nothing else', () => {
  const state = readRankingState('?q=gin&l=C%23,Go&db=mysql&w=1&e=1&s=-menus&zz=1', ['menus']);
  const address = writeFilters(state);
  assert.equal(address, '?l=C%23,Go&db=mysql&e=1');
  const { chosen, best } = state;
  assert.deepEqual(readRankingState(address, columns), { ...initialState(), chosen, best });
  assert.equal(writeFilters(initialState()), '');
});

/** Attributes as a script reads them: without `data-`. */
const datasetOf = (attributes: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.replace('data-', ''), value]));

test('a press of a filter chooses a value and gives it back, and “show all” leaves the order alone', () => {
  const press = (state: RankingState, data: Record<string, string>): RankingState => ({
    ...state,
    ...filterChange(data, state),
  });
  const go = press(initialState(), { facet: 'language', value: 'Go' });
  const both = press(go, { facet: 'language', value: 'Rust' });
  assert.deepEqual(both.chosen.language, ['Go', 'Rust']);
  assert.deepEqual(press(both, { facet: 'language', value: 'Go' }).chosen.language, ['Rust']);
  assert.deepEqual(both.chosen.kind, [], 'no other facet');
  for (const does of ['comparable', 'broad', 'best'] as const) {
    assert.equal(press(go, { does })[does], true);
    assert.deepEqual(press(press(go, { does }), { does }), go);
  }
  const sorted = { ...both, query: 'gin', best: true, sort: 'name', reversed: true };
  const all = press(sorted, { does: 'clear' });
  assert.deepEqual(all, { ...initialState(), sort: 'name', reversed: true });
  for (const other of [{ does: 'copy' }, { does: 'log' }, { sorts: 'name' }, {}])
    assert.equal(filterChange(other, go), null, 'the button of something else');
});

test('a row is shown if it passes every filter', () => {
  const row = {
    text: 'gin go/gin go pgx',
    facets: {
      language: ['Go'],
      kind: ['micro'],
      access: ['raw'],
      database: ['postgresql', 'mysql'],
      runtime: ['Go'],
    },
    comparable: false,
  };
  assert.ok(isShown(row, { ...initialState(), query: 'GIN  pgx' }));
  assert.ok(!isShown(row, { ...initialState(), query: 'gin orm' }));
  assert.ok(!isShown(row, { ...initialState(), comparable: true }));
  assert.ok(!isShown(row, { ...initialState(), chosen: { ...initialState().chosen, language: ['Rust'] } }));
  const using = (database: string) =>
    isShown(row, { ...initialState(), chosen: { ...initialState().chosen, database: [database] } });
  assert.deepEqual([using('mysql'), using('mongodb')], [true, false]);
  assert.deepEqual(facetsOfRow(datasetOf(facetAttributes(row.facets))), row.facets);
  assert.equal(facets.length, 5);
});

const competing = (text: string, language: string, kind: string, ranked = true) => ({
  text,
  facets: { language: [language], kind: [kind], access: [], database: [], runtime: [] },
  comparable: true,
  ranked,
});

test('the best of each language is the first that competes of the rows that the other filters leave', () => {
  const rows = [
    competing('axum', 'Rust', 'micro'),
    competing('echo', 'Go', 'micro'),
    competing('gin', 'Go', 'micro'),
    competing('beego', 'Go', 'full'),
    competing('epoll', 'C', 'platform', false),
  ];
  const names = (state: Partial<RankingState>) =>
    shownRows(rows, { ...initialState(), ...state }).map(({ text }) => text);
  assert.deepEqual(names({}), ['axum', 'echo', 'gin', 'beego', 'epoll']);
  assert.deepEqual(names({ best: true }), ['axum', 'echo']);
  assert.deepEqual(names({ best: true, chosen: { ...initialState().chosen, kind: ['full'] } }), ['beego']);
});

test('where a column is sorted by, the best of each language is the one with its best figure there', () => {
  const row = (name: string, language: string, place: number, value?: string) => ({
    ...competing(name, language, 'micro', language !== 'C'),
    reference: language === 'C',
    place,
    value,
  });
  const rows = [
    row('axum', 'Rust', 0, '1.2'),
    row('echo', 'Go', 1),
    row('gin', 'Go', 2, '10'),
    row('beego', 'Go', 3, '9'),
    row('koa', 'JavaScript', 4),
    row('epoll', 'C', 5, '0.5'),
  ];
  const collator = new Intl.Collator('en');
  type Row = (typeof rows)[number];
  const names = (valueIn: (row: Row) => string | undefined, reversed: boolean, best: boolean) => {
    const shown = shownRows(bestFirst(rows, valueIn), { ...initialState(), best });
    return sortedRows(shown, valueIn, collator, reversed).map(({ text }) => text);
  };
  const figure = ({ value }: Row) => value;
  assert.deepEqual(names(figure, false, false), ['axum', 'beego', 'gin', 'echo', 'koa', 'epoll']);
  assert.deepEqual(names(figure, false, true), ['axum', 'beego', 'koa']);
  assert.deepEqual(names(figure, true, true), ['beego', 'axum', 'koa'], 'the worst of the best first');
  const name = ({ text }: Row) => text;
  assert.deepEqual(names(name, true, true), ['koa', 'echo', 'axum'], 'a name says nothing about the best');
  assert.deepEqual(
    names(() => undefined, false, true),
    ['axum', 'echo', 'koa'],
    'another table is sorted',
  );
});

test('a choice that came from another table and is not offered here hides nothing', () => {
  const state = readRankingState('?d=orm&l=Go', []);
  const button = {} as Element;
  const page = { querySelector: (wanted: string) => (wanted.includes('=language') ? button : null) };
  const here = withOffered(state, page);
  assert.deepEqual(here.chosen.access, []);
  assert.deepEqual(here.chosen.language, ['Go']);
  assert.deepEqual(state.chosen.access, ['orm'], 'the address keeps it for the next table');
});

test('a runtime is offered only where it says more than the language', () => {
  const target = (id: string, runtimes: Record<string, string>) => ({ target: id, runtimes });
  const index = {
    targets: [
      target('go/gin', { default: 'Go' }),
      target('javascript/koa', { default: 'Node.js' }),
      target('javascript/hono', { bun: 'Bun' }),
      target('java/vertx', { default: 'Java' }),
      target('kotlin/ktor', { default: 'Java' }),
      target('c/epoll', { default: 'C compiler' }),
      target('c/nginx', { default: 'nginx' }),
    ],
  } as unknown as Parameters<typeof tellingRuntimes>[1];
  const rows = [
    { target: 'go/gin', variant: 'default', language: 'Go' },
    { target: 'javascript/koa', variant: 'default', language: 'JavaScript' },
    { target: 'javascript/hono', variant: 'bun', language: 'JavaScript' },
    { target: 'java/vertx', variant: 'default', language: 'Java' },
    { target: 'kotlin/ktor', variant: 'default', language: 'Kotlin' },
    { target: 'ruby/removed', variant: 'default', language: 'Ruby' },
    { target: 'c/epoll', variant: 'default', language: 'C', kind: 'platform' as const },
    { target: 'c/nginx', variant: 'default', language: 'C', kind: 'platform' as const },
  ].map((row) => ({ kind: 'micro' as const, ...row }));
  assert.deepEqual([...new Set(tellingRuntimes(rows, index))], ['Node.js', 'Bun', 'Java']);
});

test('where two stand follows from the interval and the band', () => {
  assert.equal(standingOf([1.005, 0.995, 1.009], 0.01), 'same');
  assert.equal(standingOf([1.2, 1.1, 1.3], 0.01), 'second');
  assert.equal(standingOf([0.8, 0.7, 0.9], 0.01), 'first');
  assert.equal(standingOf([1.1, 0.9, 1.3], 0.01), 'open');
  assert.equal(standingOf([2, null, null], 0.01), 'open');
  assert.equal(standingOf(null, 0.01), 'alone');
  assert.equal(rangeText([0.5, 0.4, 0.625]), '1.60×–2.50×');
  const words = {
    better: (name: string, factor: string) => `${name}: ${factor}`,
    same: (band: string) => `within ${band} %`,
    open: '?',
    openWithin: (name: string, range: string) => `${name} ${range}?`,
    alone: (name: string) => `only ${name}`,
    notCompared: 'a mark',
  };
  const parts = {
    first: '$&',
    second: 'B',
    times: [0.5, 0.5, 0.5] as [number, number, number],
    minimumEffect: 0.05,
    having: null,
  };
  assert.equal(rowWords(words, 'first', parts), '$&: 2.00×');
  assert.equal(rowWords(words, 'same', parts), 'within 5 %');
  assert.equal(rowWords(words, 'open', { ...parts, times: [0.9, 0.8, 1.25] }), 'B 0.80×–1.25×?');
  assert.equal(rowWords(words, 'open', { ...parts, times: [0.9, null, null] }), '?');
  const without = { ...parts, times: null };
  assert.equal(rowWords(words, 'alone', { ...without, having: 'B' }), 'only B');
  assert.equal(rowWords(words, 'alone', without), 'a mark', 'both have a figure');
});

test('choices are read back from the address, and a missing figure gives no score', () => {
  const known = ['json', 'menus'];
  const choices = readChoices('?t=3&p=0&c=9&m=x&sc=menus,nothing&l=C%23&db=mysql', known);
  assert.deepEqual(
    [choices.weights.throughput, choices.weights.p99, choices.weights.cpu, choices.weights.memory],
    [3, 0, 1, 1],
  );
  assert.deepEqual(choices.scenarios, ['menus']);
  assert.deepEqual([choices.language, choices.database, choices.platforms], ['C#', 'mysql', false]);
  assert.deepEqual(readChoices(writeChoices(choices), known), choices);
  const none = Object.fromEntries(criteria.map((name) => [name, 0])) as typeof choices.weights;
  const fitness = {
    byScenario: { throughput: { json: 2, menus: 8 }, memory: { json: 4 } },
    single: { image: 3 },
    marks: { throughput: { json: ['disturbed' as const] }, p99: { json: ['errors' as const] } },
    language: 'Go',
    databases: ['mysql'],
    platform: true,
  };
  const of = { ...initialChoices, scenarios: known };
  const score = scoreOf(fitness, { ...of, weights: { ...none, throughput: 1, image: 1 } });
  // The geometric mean of 4 (that of 2 and 8) and 3.
  assert.ok(score.score !== null && Math.abs(score.score - Math.sqrt(12)) < 1e-9);
  const lacking = scoreOf(fitness, { ...of, weights: { ...none, memory: 2 } });
  assert.deepEqual(lacking, { score: null, missing: ['memory'] });
  const marksOf = (scenarios: string[], weights: Partial<typeof none>) =>
    marksIn(fitness, { scenarios, weights: { ...none, ...weights } });
  assert.deepEqual(marksOf(['menus'], { throughput: 1, p99: 1 }), []);
  assert.deepEqual(marksOf(known, { throughput: 1, p99: 1 }), ['disturbed', 'errors']);
  assert.deepEqual(marksOf(known, { throughput: 1 }), ['disturbed'], 'p99 weighs nothing');
  assert.deepEqual(
    [
      initialChoices,
      { ...initialChoices, platforms: true },
      { ...initialChoices, platforms: true, language: 'C#' },
    ].map((wanted) => isConsidered(fitness, wanted)),
    [false, true, false],
  );
});

test('every address has a language, and links to the same page in the other', () => {
  assert.deepEqual(['/', '/zh/', '/zhong/', '/zh/data/'].map(languageAt), ['en', 'zh', 'en', 'zh']);
  assert.equal(withoutLanguage('/zh/frameworks/'), '/frameworks/');
  assert.equal(
    linker('/zh/runs/', '/')(addresses.framework('go/gin', 'raw')),
    '../../zh/frameworks/go/gin/#raw',
  );
  assert.equal(linker('/zh/runs/', '/')(addresses.download('files.json')), '../../data/files.json');
  assert.equal(translationLink('/zh/runs/', 'en', '/'), '../../runs/');
  assert.equal(translationLink('/runs/', 'zh', '.'), '../zh/runs/index.html');
  assert.equal(translationLink('/404/', 'zh', '/pitwall/'), '/pitwall/zh/');
});

/** Every text of a language with its path; texts that take arguments are called with their own names. */
function texts(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

test('no Chinese text equals the English one by oversight', () => {
  const english = new Map(texts(messagesOf('en'), ''));
  /** Names, units and commands are the same in every language. */
  const same =
    /^(\.siteName|\..*command|\.none|\..*rawRun|\..*schemasTitle|\.accessKinds\.orm|\..*\.(p50|p99|id)|\.choose\.columns\.place|\..*commands\.\d+)$/;
  const left = texts(messagesOf('zh'), '').filter(
    ([path, text]) => english.get(path) === text && !same.test(path),
  );
  assert.deepEqual(left, []);
});

test('Chinese sentences have Chinese punctuation', () => {
  const wrong = texts(messagesOf('zh'), '').filter(([, text]) =>
    /\p{Script=Han}[,:;?!()]|[,;?!]\p{Script=Han}/u.test(text.replaceAll(/`[^`]*`/g, '')),
  );
  assert.deepEqual(wrong, []);
});
