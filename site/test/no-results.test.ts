import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Messages, messagesOf, prefixOf } from '../src/messages/index.ts';
import { type BuiltSite, buildBelievableSite } from './build.ts';

/** Pages that say the same whether or not anything was measured. */
const WITHOUT_FIGURES = ['/404.html', '/add-a-framework/', '/glossary/', '/methodology/'];

/** What a page says in place of what all others say: what it lacks, and the command that makes one. */
const saidBy = (messages: Messages): Record<string, string[]> => {
  const { changes, data, empty, releases, replays, verdicts, warmUp } = messages;
  return {
    '/changes/': [
      changes.togetherNone,
      verdicts.command,
      changes.historyNone,
      changes.runsNone,
      changes.trendsNone,
    ],
    '/data/': [data.noData, ...empty.commands],
    '/releases/': [releases.nothing, releases.command],
    '/replays/': [replays.none, replays.command],
    '/verdicts/': [verdicts.none, verdicts.command],
    '/warm-up/': [warmUp.none, warmUp.command],
  };
};

let site: BuiltSite;

before(async () => {
  site = await buildBelievableSite([], '/pitwall');
});

after(async () => {
  await site?.remove();
});

const htmlOf = (address: string): Promise<string> =>
  readFile(join(site.dist, address.replace(/\/$/, '/index.html')), 'utf8');

test('every page, in both languages, says that there are no results yet and how to get some', async () => {
  const files = (await readdir(site.dist, { recursive: true })).filter((file) => file.endsWith('.html'));
  const addresses = files.map((file) => `/${file}`.replace(/index\.html$/, ''));
  for (const language of ['en', 'zh']) {
    const messages = messagesOf(language);
    const prefix = prefixOf(language);
    const own = addresses
      .filter((address) => address.startsWith('/zh/') === (language === 'zh'))
      .map((address) => address.slice(prefix.length))
      .filter((address) => !WITHOUT_FIGURES.includes(address));
    // All kinds of page that do not need a machine, a run or a target in their address.
    assert.ok(own.length >= 16, `${language}: ${own.join(' ')}`);
    for (const address of own) {
      const html = await htmlOf(prefix + address);
      const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
      const said = saidBy(messages)[address] ?? [messages.empty.title, ...messages.empty.commands];
      for (const text of said) assert.ok(main.includes(text), `${prefix}${address} does not say: ${text}`);
      assert.doesNotMatch(main, /<table/, `${prefix}${address}: no head without a row`);
      assert.doesNotMatch(main, /undefined|NaN|Infinity|null/, prefix + address);
    }
  }
});

test('pages without figures are there', async () => {
  assert.match(await htmlOf('/methodology/'), /95 %/);
  assert.match(await htmlOf('/zh/methodology/'), /95%/);
  assert.match(await htmlOf('/data/'), /manifest\.schema\.json/);
});

test('the page for unknown addresses names the path that the site is mounted below', async () => {
  const html = await htmlOf('/404.html');
  assert.match(html, /href="\/pitwall\/_astro\/[^"]+\.css"/);
  assert.match(html, /href="\/pitwall\/"/);
});
