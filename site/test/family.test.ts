import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CompareData, ScenarioId, SiteIndex, TargetData, TimesBetter } from '@pitwall/bench/model';
import {
  addedSentence,
  addedTo,
  type FamilyRow,
  familiesOf,
  familyRows,
  familyTraits,
  platformOf,
} from '../src/lib/languages/family.ts';
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
