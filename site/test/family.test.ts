import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CompareData, ScenarioId, SiteIndex, TargetData, TimesBetter } from '@pitwall/bench/model';
import type { ComparedSides } from '../src/lib/changes/change-view.ts';
import { type FamilyRow, familiesOf, familyRows, familyTraits } from '../src/lib/languages/family.ts';
import { addedAtOnce, addedSentence, addedTo, platformOf } from '../src/lib/languages/framework-cost.ts';
import { messagesOf } from '../src/messages/index.ts';

type Listed = SiteIndex['targets'][number];

function listed(target: string, parts: Partial<Listed> & { server?: string | null }): Listed {
  const { server = null, ...rest } = parts;
  const runtimes = rest.runtimes ?? { default: 'Go' };
  return {
    target,
    name: target.split('/')[1] ?? target,
    language: 'Go',
    kind: 'micro',
    runtimes,
    manifest: {
      site: 'https://example.org',
      repository: 'https://example.org',
      distribution: null,
      notes: null,
      maintainers: [],
      variants: Object.keys(runtimes).map((id) => ({ id, description: '', server })),
      flags: [],
    },
    ...rest,
  };
}

const platform = (target: string, name: string, parts: Partial<Listed> = {}): Listed =>
  listed(target, { name, kind: 'platform', ...parts });

describe('the platform that a framework adds to', () => {
  const of = (targets: Listed[], target: string, variant = 'default') =>
    platformOf({ targets }, { target, variant })?.name ?? null;

  test('is the one that its manifest names', () => {
    const targets = [
      platform('go/fasthttp', 'fasthttp'),
      platform('go/net-http', 'net/http'),
      listed('go/gin', { server: 'net/http' }),
      listed('go/fiber', { server: 'fasthttp' }),
      listed('go/hertz', { server: 'Netpoll' }),
      listed('go/unsaid', {}),
    ];
    assert.equal(of(targets, 'go/gin'), 'net/http');
    assert.equal(of(targets, 'go/fiber'), 'fasthttp');
    assert.equal(of(targets, 'go/hertz'), null, 'its server is no target');
    assert.equal(of(targets, 'go/unsaid'), null, 'either of two could be meant');
    assert.equal(of(targets, 'go/net-http'), null, 'a platform adds to nothing');
  });

  test('is the only one of the language where the manifest says nothing', () => {
    assert.equal(of([platform('go/net-http', 'net/http'), listed('go/gin', {})], 'go/gin'), 'net/http');
  });

  test('is on the same runtime, perhaps of another language', () => {
    const node = { default: 'Node.js' };
    const targets = [
      platform('javascript/node-http', 'node:http', { runtimes: node }),
      listed('javascript/hono', { server: 'node:http', runtimes: { node: 'Node.js', bun: 'Bun' } }),
      platform('java/undertow', 'Undertow', { runtimes: { default: 'Java' } }),
      listed('kotlin/web', { server: 'Undertow', runtimes: { jvm: 'Java' } }),
    ];
    assert.equal(of(targets, 'javascript/hono', 'node'), 'node:http');
    assert.equal(of(targets, 'javascript/hono', 'bun'), null);
    assert.equal(of(targets, 'kotlin/web', 'jvm'), 'Undertow');
  });
});

describe('what a framework adds', () => {
  const row = (scenario: ScenarioId, metric = 'cpuPerRequestNanoseconds', perSecond?: number) => ({
    scenario,
    metric,
    minimumEffect: 0.01,
    loadShape: {
      loader: 'wrk',
      connections: 64,
      connection: 'keep-alive',
      ...(perSecond && { rate: { perSecond } }),
    },
  });
  const data = (times: (TimesBetter | null)[], rows: ReturnType<typeof row>[]): CompareData =>
    ({ rows, others: [{ target: 'go/gin', variant: 'raw', times }] }) as unknown as CompareData;
  const gin = { target: 'go/gin', variant: 'raw' };
  const cost = (times: TimesBetter) => ({
    platform: { target: 'go/net-http', variant: 'default', name: 'net/http', key: 'go-net-http' },
    added: addedTo(data([times], [row('json')]), gin),
  });
  const said = (times: TimesBetter, language: string) =>
    addedSentence('Gin raw', cost(times), messagesOf(language));

  test('is the inverse of the published ratio, interval and proof', () => {
    const [one] = addedTo(data([[0.8, 0.75, 0.9]], [row('json')]), gin);
    assert.deepEqual(
      [one?.ratio, one?.low, one?.high].map((value) => value?.toFixed(4)),
      ['1.2500', '1.1111', '1.3333'],
    );
    assert.equal(one?.standing, 'more');
  });

  test('comes from closed loops and from pairs that were compared', () => {
    const rows = [
      row('json', 'throughputPerSecond'),
      row('json', undefined, 1_000),
      row('json'),
      row('menus'),
      row('users'),
    ];
    const times: TimesBetter = [0.8, 0.7, 0.9];
    const found = addedTo(data([times, times, times, null, [0.5, null, null]], rows), gin);
    assert.deepEqual(
      found.map(({ scenario }) => scenario),
      ['json'],
    );
    assert.deepEqual(addedTo(data([times], [row('json')]), { ...gin, variant: 'gorm' }), []);
  });

  test('of a comparison of the two at once is taken from the newest, whichever side came first', () => {
    const netHttp = { target: 'go/net-http', variant: 'default' };
    const side = (of: object) => ({ pinned: null, ...of });
    const compared = (id: string, base: object, head: object, cell: object) =>
      ({
        ...{ machine: 'm', id, startedAt: '2026-11-28T20:00:00.000Z' },
        pairs: [{ base: side(base), head: side(head) }],
        cells: [
          {
            ...{ pair: 0, scenario: 'json', metric: 'cpuPerRequestNanoseconds', minimumEffect: 0.01 },
            ...{
              state: 'regressed',
              differs: 'worse',
              effect: { ratio: 1.05, low: 1.04, high: 1.06, pairs: 40 },
            },
            ...cell,
          },
        ],
      }) as unknown as ComparedSides;
    const newest = compared('2', netHttp, gin, {});
    const older = compared('1', netHttp, gin, { effect: { ratio: 2, low: 1.9, high: 2.1, pairs: 40 } });
    assert.deepEqual(addedAtOnce([newest, older], netHttp, gin), [
      {
        ...{ scenario: 'json', ratio: 1.05, low: 1.04, high: 1.06, minimumEffect: 0.01, standing: 'more' },
        comparison: { machine: 'm', id: '2' },
      },
    ]);
    const effect = { ratio: 0.8, low: 0.75, high: 0.9, pairs: 40 };
    const turned = compared('3', gin, netHttp, { state: 'improved', differs: 'better', effect });
    const [one] = addedAtOnce([turned], netHttp, gin);
    assert.deepEqual(
      [one?.standing, one?.ratio, one?.low?.toFixed(3), one?.high?.toFixed(3)],
      ['more', 1.25, '1.111', '1.333'],
    );
    const standings = [
      { state: 'same', differs: 'worse' },
      { state: 'undecided', differs: null },
      { state: 'undecided', differs: 'better' },
    ].map((cell) => addedAtOnce([compared('4', netHttp, gin, cell)], netHttp, gin)[0]?.standing);
    assert.deepEqual(standings, ['same', 'open', 'less']);
  });

  test('of a comparison of other variants, versions or metrics is no cost', () => {
    const pair = (base: object, head: object, metric = 'cpuPerRequestNanoseconds') =>
      ({
        ...{ machine: 'm', id: '1', startedAt: '2026-11-28T20:00:00.000Z', pairs: [{ base, head }] },
        cells: [{ pair: 0, scenario: 'json', metric, effect: { ratio: 2, low: 1, high: 3, pairs: 40 } }],
      }) as unknown as ComparedSides;
    const netHttp = { target: 'go/net-http', variant: 'default', pinned: null };
    const own = { ...gin, pinned: null };
    const others = [
      pair(netHttp, { ...own, variant: 'gorm' }),
      pair(netHttp, { ...own, pinned: { package: 'gin', version: '1.10.1' } }),
      pair(own, own),
      pair(netHttp, own, 'throughputPerSecond'),
    ];
    assert.deepEqual(addedAtOnce(others, netHttp, gin), []);
  });

  test('is said in words, and not at all where it is not proven', () => {
    assert.equal(
      said([0.8, 0.75, 0.9], 'en'),
      'Gin raw adds 25 % (11 % to 33 %) to the CPU time of a request of net/http, in Small JSON.',
    );
    assert.equal(
      said([0.8, 0.75, 0.9], 'zh'),
      '小型 JSON：Gin raw 每请求 CPU 时间比 net/http 多 25%（11% 至 33%）。',
    );
    assert.match(said([1.25, 1.1, 1.4], 'en') ?? '', /^Gin raw takes 20 % \(9 % to 29 %\) less CPU time/);
    assert.match(said([1.25, 1.1, 1.4], 'zh') ?? '', /比 net\/http 少 20%（9% 至 29%）/);
    assert.match(said([1, 0.995, 1.005], 'en') ?? '', /takes the same CPU time .* within 1 %/);
    assert.match(said([1, 0.995, 1.005], 'zh') ?? '', /与 net\/http 相当，差异在 1% 以内/);
    assert.equal(said([0.95, 0.8, 1.1], 'en'), null);
    assert.equal(said([0.95, 0.8, 1.1], 'zh'), null);
  });
});

test('a property is shared if all that have it have the same', () => {
  const of = (runtime: string, server: string | null, mysql?: string): FamilyRow =>
    ({ runtime, server, access: mysql === undefined ? {} : { mysql } }) as unknown as FamilyRow;
  const { shared, differing } = familyTraits([
    of('Go 1.26', 'net/http', 'go-sql-driver/mysql'),
    of('Go 1.26', 'fasthttp', 'go-sql-driver/mysql'),
    of('Go 1.26', null),
  ]);
  assert.deepEqual(shared, [
    { id: 'runtime', value: 'Go 1.26' },
    { id: 'mysql', value: 'go-sql-driver/mysql' },
  ]);
  assert.deepEqual(
    differing.map(({ id }) => id),
    ['server'],
  );
});

test('a family is a folder of targets, by the names of its languages', () => {
  const families = familiesOf([
    listed('javascript/koa', { language: 'JavaScript' }),
    listed('go/gin', {}),
    listed('javascript/nestjs', { language: 'TypeScript' }),
  ]);
  assert.deepEqual(
    families.map(({ folder, language, targets }) => [folder, language, targets.length]),
    [
      ['go', 'Go', 1],
      ['javascript', 'JavaScript, TypeScript', 2],
    ],
  );
});

test('a family has each variant once, and one that only a second machine has', () => {
  const variant = (id: string, version: string) => ({
    ...{ variant: id, framework: { name: 'Gin', version }, runtime: { name: 'Go', version: null } },
    ...{ databaseAccess: {}, linesOfCode: null },
  });
  const appearances = [
    { machine: 'first', variants: [variant('raw', '1.12.0')] },
    { machine: 'second', variants: [variant('raw', '1.11.0'), variant('native', '1.11.0')] },
  ];
  const targets = [listed('go/gin', {})];
  const [family] = familiesOf(targets);
  assert.ok(family);
  const data = [{ target: 'go/gin', name: 'Gin', appearances }] as unknown as TargetData[];
  const rows = familyRows(family, data, { targets } as unknown as SiteIndex, messagesOf('en'));
  assert.deepEqual(
    rows.map(({ name, version, section }) => [name, version, section]),
    [
      ['Gin native', '1.11.0', undefined],
      ['Gin raw', '1.12.0', 'raw'],
    ],
  );
});
