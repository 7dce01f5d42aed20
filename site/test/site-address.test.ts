import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { dataFolder, distFolder, siteBase, siteOrigin } from '../src/lib/build/folders.ts';
import { folderAt, repositoryFile, repositoryUrl } from '../src/lib/build/repository.ts';
import { embedSnippets, knowsItsAddress } from '../src/lib/frameworks/embed.ts';
import { citation } from '../src/lib/page/citation.ts';
import { addresses, climb } from '../src/lib/page/links.ts';
import { pageOf } from '../src/lib/page/page.ts';
import { resultSentence } from '../src/lib/page/result-sentence.ts';
import { messagesOf } from '../src/messages/index.ts';
import { GET } from '../src/pages/[...language]/feed.xml.ts';

/** Where the site is and where its sources are, as the environment says. */

const names = [
  'PITWALL_BASE',
  'PITWALL_ORIGIN',
  'PITWALL_REPOSITORY',
  'PITWALL_SITE_DATA',
  'PITWALL_SITE_DIST',
] as const;
const before = names.map((name) => [name, process.env[name]] as const);
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});
const having = (parts: Partial<Record<(typeof names)[number], string>>): void => {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, parts);
};

describe('the site', () => {
  test('is mounted at a path with a slash at both ends, however it is given', () => {
    const at = (base: string) => {
      having({ PITWALL_BASE: base });
      return siteBase();
    };
    assert.deepEqual(['', '/', 'pitwall', '/pitwall', '/pitwall//'].map(at), [
      ...['/', '/'],
      ...['/pitwall/', '/pitwall/', '/pitwall/'],
    ]);
    assert.equal(at('.'), '.', 'a site that opens from a folder');
    having({});
    assert.equal(siteBase(), '/');
  });

  test('has an origin without a path, or none', () => {
    having({ PITWALL_ORIGIN: 'https://example.org/pitwall/' });
    assert.equal(siteOrigin(), 'https://example.org');
    assert.equal(knowsItsAddress(), true);
    having({ PITWALL_ORIGIN: '' });
    assert.equal(siteOrigin(), null);
    assert.equal(knowsItsAddress(), false);
  });

  test('is cited by run, day and machine, with the address of the run if the site knows its own', () => {
    const cited = {
      machine: 'laptop-8c',
      run: '20260601T020000Z-6c9f8ca',
      startedAt: '2026-06-01T02:00:00.000Z',
    };
    const [start, run, end] = [
      'Pitwall contributors (2026). Pitwall: web-framework benchmarks with their uncertainty.',
      'Run 20260601T020000Z-6c9f8ca of 2026-06-01 on laptop-8c.',
      'CC BY 4.0.',
    ];
    having({});
    assert.equal(citation(cited), `${start} ${run} ${end}`);
    having({ PITWALL_ORIGIN: 'https://example.org', PITWALL_BASE: 'pitwall' });
    const address = 'https://example.org/pitwall/runs/laptop-8c/20260601T020000Z-6c9f8ca/';
    assert.equal(citation(cited), `${start} ${run} ${address} ${end}`);
  });

  test('is embedded by its whole address, or by a word in its place', () => {
    const gin = { target: 'go/gin', variant: 'raw', key: 'go-gin.raw', name: 'Gin [raw]' };
    having({ PITWALL_ORIGIN: 'https://example.org', PITWALL_BASE: 'pitwall' });
    const page = 'https://example.org/pitwall/frameworks/go/gin/#raw';
    assert.deepEqual(embedSnippets(gin), {
      badge: `[![Pitwall: Gin \\[raw\\]](https://example.org/pitwall/data/badges/go-gin.raw.svg)](${page})`,
      chart: `[![Pitwall: Gin \\[raw\\]](https://example.org/pitwall/data/charts/go-gin.raw.svg)](${page})`,
    });
    having({ PITWALL_BASE: '.' });
    assert.match(embedSnippets(gin).badge, /\(https:\/\/SITE\/data\/badges\/go-gin\.raw\.svg\)/);
  });

  test('has a feed that names its own address, and links wherever it is', async () => {
    const linksOf = async (path: string, parts: Parameters<typeof having>[0]): Promise<string[]> => {
      having({ PITWALL_SITE_DATA: '/nowhere', ...parts });
      const url = new URL(path, 'http://localhost');
      const body = await (await GET({ url } as Parameters<typeof GET>[0])).text();
      return [...body.matchAll(/<link .*?\/>/g)].map(([link]) => link);
    };
    const origin = { PITWALL_ORIGIN: 'https://example.org' };
    assert.deepEqual(await linksOf('/zh/feed.xml', { ...origin, PITWALL_BASE: 'pitwall' }), [
      '<link rel="self" href="https://example.org/pitwall/zh/feed.xml"/>',
      '<link href="https://example.org/pitwall/zh/"/>',
    ]);
    assert.deepEqual(await linksOf('/feed.xml', { ...origin, PITWALL_BASE: '.' }), [
      '<link rel="self" href="https://example.org/feed.xml"/>',
      '<link href="https://example.org/"/>',
    ]);
    assert.deepEqual(await linksOf('/zh/feed.xml', {}), [
      '<link rel="self" href="../zh/feed.xml"/>',
      '<link href="../zh/"/>',
    ]);
  });

  test('reads and writes where the environment says, or beside itself', () => {
    having({ PITWALL_SITE_DATA: '/srv/data', PITWALL_SITE_DIST: '/srv/dist' });
    assert.deepEqual([dataFolder(), distFolder()], ['/srv/data', '/srv/dist']);
    having({});
    assert.deepEqual([dataFolder(), distFolder()], [resolve('data'), resolve('dist')]);
  });
});

test('files of the repository are linked as they are now, or as they were measured', () => {
  having({ PITWALL_REPOSITORY: 'https://example.org/owner/name.git' });
  const url = 'https://example.org/owner/name';
  assert.equal(repositoryUrl(), url);
  assert.equal(repositoryFile('README.md'), `${url}/blob/HEAD/README.md`);
  assert.equal(repositoryFile('README.md', 'abc'), `${url}/blob/abc/README.md`);
  assert.equal(folderAt('targets/go/gin', 'abc'), `${url}/tree/abc/targets/go/gin`);
  assert.equal(folderAt('targets/go/gin', null), `${url}/tree/HEAD/targets/go/gin`);
  having({ PITWALL_REPOSITORY: '/srv/git/name.git' });
  assert.deepEqual([repositoryUrl(), repositoryFile('a'), folderAt('a', null)], [null, null, null]);
});

test('a page climbs as far as it is deep, in its own language', () => {
  assert.deepEqual(['/', '/runs/', '/zh/runs/a/', '/runs/index.html'].map(climb), [
    ...['', '../'],
    ...['../../../', '../'],
  ]);
  const { language, messages, to } = pageOf({ pathname: '/zh/runs/' });
  assert.deepEqual([language, messages], ['zh', messagesOf('zh')]);
  assert.equal(to('/frameworks/'), '../../zh/frameworks/');
  assert.deepEqual(
    [to(addresses.feed), to(addresses.download('changes.json'))],
    ['../../zh/feed.xml', '../../data/changes.json'],
    'each language has a feed; downloads have none',
  );
});

test('a sentence of the results is one text, even where only a part of it is translated', () => {
  const said = 'the .NET SDK is not installed: see somewhere';
  assert.equal(resultSentence(said, messagesOf('en')), said);
  const chinese = messagesOf('zh');
  const shown = (text: string, original: string | null) =>
    resultSentence(said, { ...chinese, resultText: () => ({ text, original }) });
  assert.equal(shown('未安装 .NET', null), '未安装 .NET');
  assert.equal(shown('未能启动', 'port taken'), `未能启动${chinese.colon}port taken`);
  assert.equal(shown('', 'port taken'), 'port taken', 'no colon without words before it');
});
