import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { withCredibleDates } from '../../../src/measure/releases/credible-dates.ts';
import { askRegistry } from '../../../src/measure/releases/registry.ts';
import { type ListedRelease, RegistryFault } from '../../../src/measure/releases/registry-client.ts';
import type { Ecosystem } from '../../../src/model/index.ts';
import { PitwallError } from '../../../src/util/errors.ts';
import { listenOnLoopback } from '../../process/loopback.ts';

/** A made-up registry: the same few releases in the way of each ecosystem. */
const DAY = '2025-01-02T03:04:05Z';
const PAGES: Readonly<Record<string, string>> = {
  '/ma/de/made': [
    { vers: '0.9.0', yanked: true, pubtime: DAY },
    { vers: '1.0.0', yanked: false, pubtime: DAY },
    { vers: '1.1.0-rc.1', yanked: false, pubtime: DAY },
    { vers: '1.2.0-0', yanked: false, pubtime: DAY },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
  '/up/made/made/maven-metadata.xml':
    '<metadata><version>1.10.0</version><version>1.9.0.Final</version><version>1.9.0-1</version><version>2.0.0.CR1</version></metadata>',
  '/made/json': JSON.stringify({
    releases: {
      '1.0.0': [{ upload_time_iso_8601: DAY, yanked: false }],
      '1.0.1': [{ upload_time_iso_8601: DAY, yanked: true, yanked_reason: 'it breaks @everyone' }],
      '1.0.2': [],
    },
  }),
  '/versions/made.json': JSON.stringify([{ number: '1.0.0', created_at: DAY }, { number: '1.1.0.rc1' }]),
  '/made': JSON.stringify({
    name: 'made',
    'dist-tags': { latest: '1.1.0' },
    time: { created: DAY, '1.0.0': DAY, '1.0.1': DAY, '1.1.0': DAY },
    versions: { '1.0.0': { name: 'made', version: '1.0.0' }, '1.1.0': { name: 'made', version: '1.1.0' } },
  }),
  '/odd/json': JSON.stringify({
    releases: { '1.0.0': [{ upload_time_iso_8601: DAY }], '1!2.0': [{}], 'of-old': [{}], '': [{}] },
  }),
  '/password/json': '<html>Log in to read the internet</html>',
  '/pa/ss/password': '<html>Log in to read the internet</html>',
  '/empty/json': JSON.stringify({ releases: {} }),
};

let server: Server;
let base = '';
/** NuGet's index has a few releases in it, and the address of a page of others. */
const nuget = (at: string): Record<string, string> => ({
  '/made.client/index.json': JSON.stringify({
    items: [
      { '@id': `${at}/made.client/page/1.0.0.json` },
      {
        '@id': '#page/2.0.0',
        items: [
          { catalogEntry: { version: '2.0.0-preview.1', published: DAY, listed: true } },
          { catalogEntry: { version: '2.0.0+abcdef', published: DAY } },
        ],
      },
    ],
  }),
  '/made.client/page/1.0.0.json': JSON.stringify({
    items: [{ catalogEntry: { version: '1.0.0', published: '1900-01-01T00:00:00+00:00', listed: false } }],
  }),
});

before(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const text = PAGES[path] ?? nuget(base)[path];
    response.statusCode = text === undefined ? 404 : 200;
    if (request.url?.includes('broken')) response.statusCode = 503;
    response.end(text ?? '{}');
  });
  base = await listenOnLoopback(server);
});
after(() => server.close());

const ask = (ecosystem: Ecosystem, name: string, at = base) =>
  askRegistry({
    ...{ ecosystem, name, folder: tmpdir(), signal: new AbortController().signal },
    environment: {
      ...process.env,
      PITWALL_CRATES_INDEX: at,
      PITWALL_MAVEN_REPOSITORY: at,
      PITWALL_PYPI: at,
      PITWALL_RUBYGEMS: at,
      PITWALL_NUGET: at,
      npm_config_registry: at,
      npm_config_fetch_retries: '0',
    },
  });
const listed = async (ecosystem: Ecosystem, name: string): Promise<string[]> =>
  (await ask(ecosystem, name)).map(({ version, leftOut }) => `${version} ${leftOut?.code ?? 'to measure'}`);

describe('a registry lists its releases', () => {
  const cases: [Ecosystem, string, string[]][] = [
    [
      'cargo',
      'made',
      ['0.9.0 withdrawn', '1.0.0 to measure', '1.1.0-rc.1 pre-release', '1.2.0-0 pre-release'],
    ],
    [
      'maven',
      'up.made:made',
      ['1.9.0.Final to measure', '1.9.0-1 to measure', '1.10.0 to measure', '2.0.0.CR1 pre-release'],
    ],
    ['pypi', 'made', ['1.0.0 to measure', '1.0.1 withdrawn', '1.0.2 withdrawn']],
    ['gems', 'made', ['1.0.0 to measure', '1.1.0.rc1 pre-release']],
    ['nuget', 'Made.Client', ['1.0.0 withdrawn', '2.0.0-preview.1 pre-release', '2.0.0 to measure']],
    ['npm', 'made', ['1.0.0 to measure', '1.0.1 withdrawn', '1.1.0 to measure']],
  ];
  for (const [ecosystem, name, expected] of cases)
    test(ecosystem, async () => assert.deepEqual(await listed(ecosystem, name), expected));

  test('with the date of each, and why one was withdrawn', async () => {
    const [first, second] = await ask('pypi', 'made');
    assert.equal(first?.releasedAt, '2025-01-02T03:04:05.000Z');
    assert.equal(second?.leftOut?.reason, 'yanked: it breaks @everyone');
  });
});

test('a date after that of a later release is that of a mirror', () => {
  const listed = (version: string, day: string): ListedRelease => ({
    ...{ version, leftOut: null },
    releasedAt: `2025-${day}T00:00:00.000Z`,
  });
  const known = (releases: readonly ListedRelease[]): string[] =>
    withCredibleDates(releases).flatMap(({ version, releasedAt }) => (releasedAt === null ? [] : [version]));
  const releases = [
    listed('2.15.4', '02-19'),
    listed('2.16.0', '05-03'),
    listed('2.16.1', '04-18'),
    listed('2.16.2', '09-30'),
    listed('3.0.0', '08-19'),
    listed('3.0.1', '05-30'),
    listed('3.1.0', '06-30'),
    { ...listed('3.1.1', '06-01'), leftOut: { code: 'withdrawn', reason: 'yanked' } } as ListedRelease,
  ];
  assert.deepEqual(
    known(releases),
    ['2.15.4', '2.16.1', '2.16.2', '3.0.1', '3.1.0', '3.1.1'],
    'a backport may come after a newer series',
  );
  assert.deepEqual(
    known([listed('1.0', '03-01'), listed('1.1', '02-01'), listed('1.2', '02-01'), listed('7', '01-01')]),
    ['1.1', '1.2', '7'],
    'the first ones of series come in order',
  );
});

test('versions that no lock file can name are passed over', async () => {
  assert.deepEqual(await listed('pypi', 'odd'), ['1.0.0 to measure']);
});

test('a page that somebody put in the way is no answer', async () => {
  await assert.rejects(ask('pypi', 'password'), RegistryFault);
  await assert.rejects(ask('cargo', 'password'), RegistryFault);
});

test('a package that is missing or has no releases is distinguished from a registry that does not answer', async () => {
  const none = (error: unknown): boolean =>
    error instanceof PitwallError && !(error instanceof RegistryFault);
  await assert.rejects(ask('pypi', 'empty'), none);
  await assert.rejects(ask('pypi', 'nothing'), none);
  await assert.rejects(ask('npm', 'nothing'), none);
  await assert.rejects(ask('pypi', 'broken'), RegistryFault);
  for (const ecosystem of ['pypi', 'cargo', 'npm'] as const)
    await assert.rejects(ask(ecosystem, 'made', 'http://127.0.0.1:9'), (error: unknown) => {
      assert.ok(error instanceof RegistryFault, String(error));
      assert.doesNotMatch(error.message, /http:/, 'the address is that of a mirror');
      return true;
    });
});
