import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type LiveSite, serveLive } from '../../src/publish/live/live-site.ts';

const PAGE = '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>';

describe('a site that is served while it grows', () => {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-live-'));
  const folder = join(root, 'dist');
  let live: LiveSite;
  let lacksDetails = false;

  before(async () => {
    live = await serveLive(folder, { lacksDetails: () => lacksDetails });
  });
  after(async () => {
    await live.close();
    rmSync(root, { recursive: true, force: true });
  });

  const pageOf = (language: string, path = '/') =>
    fetch(`${live.origin}${path}`, { headers: { accept: 'text/html,*/*', 'accept-language': language } });

  test('before there is one: a page that says so, in the language of the reader, with nothing inline', async () => {
    const english = await pageOf('de, en;q=0.8', '/ranking/');
    assert.equal(english.status, 200);
    const policy = english.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    const text = await english.text();
    assert.match(text, /<html lang="en">[\s\S]*The first table is being measured/);
    assert.doesNotMatch(text, /<script>|<style|style=|onload=/);
    assert.match(await (await pageOf('zh-CN,zh;q=0.9')).text(), /<html lang="zh-Hans">[\s\S]*正在测第一张表/);
    for (const [, address = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g))
      assert.equal((await fetch(`${live.origin}${address}`)).status, 200, address);
    // A program that asks for data does not get a page.
    assert.equal((await fetch(`${live.origin}/data/files.json`)).status, 404);
  });

  test('its state comes as events, at once and whenever it changes, and the last before the end', async () => {
    const events = await eventsOf(live);
    assert.deepEqual(await events.next(), { phase: 'first', what: '', secondsLeft: null, built: 0 });
    live.report({ what: 'javascript/koa:single', secondsLeft: 40 });
    assert.deepEqual(await events.next(), {
      phase: 'first',
      what: 'javascript/koa:single',
      secondsLeft: 40,
      built: 0,
    });
    // What says nothing new is not sent.
    live.report({ secondsLeft: 40 });
    live.grown();
    assert.equal((await events.next())?.built, 1);
    live.report({ phase: 'done', what: '', secondsLeft: null });
    assert.equal((await events.next())?.phase, 'done');
    events.stop();
  });

  test('once it is there: its pages, each with the script, under the policy that they have', async () => {
    mkdirSync(join(folder, 'runs'), { recursive: true });
    for (const path of ['index.html', 'runs/index.html', '404.html']) writeFileSync(join(folder, path), PAGE);
    writeFileSync(join(folder, 'data.json'), '{"html":"</head>"}');
    for (const path of ['/', '/runs/']) {
      const response = await pageOf('en', path);
      assert.equal(response.headers.get('content-security-policy'), null);
      const text = await response.text();
      assert.equal(text.match(/<script src="\/pitwall-live\/page\.js" defer><\/script><\/head>/g)?.length, 1);
      assert.equal(text.replace(/<script.*?<\/script>/, ''), PAGE);
    }
    const plain = await fetch(`${live.origin}/`, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(Number(plain.headers.get('content-length')), (await plain.arrayBuffer()).byteLength);
    assert.equal(await (await fetch(`${live.origin}/data.json`)).text(), '{"html":"</head>"}');
    assert.equal((await pageOf('en', '/nowhere/')).status, 404);
  });

  test('while it lacks pages of details, one that is not there is being built', async () => {
    lacksDetails = true;
    const english = await pageOf('en', '/compare/a/b/');
    assert.match(english.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(await english.text(), /<html lang="en">[\s\S]*This page is being built/);
    assert.match(
      await (await pageOf('en', '/zh/compare/a/b/')).text(),
      /<html lang="zh-Hans">[\s\S]*正在生成此页/,
    );
    assert.equal((await fetch(`${live.origin}/data/none.json`)).status, 404, 'no page was asked for');
    assert.equal(
      await (await pageOf('en', '/runs/')).text().then((text) => text.includes('being built')),
      false,
    );
    lacksDetails = false;
    assert.equal((await pageOf('en', '/compare/a/b/')).status, 404);
  });

  test('the script speaks both languages and touches no style attribute or markup', async () => {
    const script = await (await fetch(`${live.origin}/pitwall-live/page.js`)).text();
    assert.match(script, /Measuring the first table/);
    assert.match(script, /正在测第一张表/);
    assert.doesNotMatch(script, /innerHTML|setAttribute\('style'|eval\(/);
  });
});

/** Reads server-sent events one by one. */
async function eventsOf({ origin }: LiveSite) {
  const controller = new AbortController();
  const response = await fetch(`${origin}/pitwall-live/events`, { signal: controller.signal });
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(): Promise<Record<string, unknown> | undefined> {
      for (;;) {
        const found = /^([\s\S]*?)\n\n/.exec(text);
        if (found) {
          text = text.slice(found[0].length);
          const data = /^data: (.*)$/m.exec(found[1] ?? '')?.[1];
          if (data !== undefined) return JSON.parse(data) as Record<string, unknown>;
          continue;
        }
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
    },
    stop: () => controller.abort(),
  };
}
